import type { Plugin } from 'vite'

/** The part of zod that turns schemas into JSON Schema, which only the server's document needs. */
const jsonSchemaPart = /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/
/** Zod's English sentences. Users read the schemas' own; these would only go to the log. */
const englishPart = /\/zod\/v4\/locales\/en\.js$/
/**
 * The part that follows cyclic values: it walks through all that a schema is made of before its
 * first use, and JSON has no cycles.
 */
const cyclesPart = /\/zod\/v4\/core\/memoizer\.js$/
const noCycles = `
  export class $ZodCyclicError extends Error {}
  export const isRecursiveSchema = () => true
  export const isBackEdge = () => false
  const none = { alloc: (schema, payload, empty) => empty, guard() {}, attach() {} }
  export const memoizer = () => none
`
const exportedName = /^export (?:function|const) (\w+)/gm

/**
 * Removes code from the build that no screen calls; bundlers cannot, since every schema's methods
 * refer to it. It is more than a tenth of the first screen's script.
 */
export function leanZod(): Plugin {
  return {
    name: 'disparo:lean-zod',
    apply: 'build',
    transform(code, id) {
      if (englishPart.test(id)) {
        return 'export default () => ({ localeError: ({ code }) => code })'
      }
      if (cyclesPart.test(id)) return noCycles
      if (!jsonSchemaPart.test(id)) return null
      const names = [...code.matchAll(exportedName)].map(([, name]) => name)
      return names.map((name) => `export const ${name} = () => undefined`).join('\n')
    },
  }
}
