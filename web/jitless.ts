// The policy of the pages forbids code made of text. Testing whether it does is a violation, too:
// its report has the browser read the whole script anew, a tenth of a second on a phone. Zod takes
// its settings from here when it comes, which is after the first picture.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
