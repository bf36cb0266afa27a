import { config } from 'zod'

// The policy of the pages forbids code made of text. To ask whether it does is a violation, too:
// its report has the browser read the whole script anew, a tenth of a second on a phone.
config({ jitless: true })
