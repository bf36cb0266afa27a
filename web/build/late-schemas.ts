import { join } from 'node:path'
import type { Plugin } from 'vite'
import { isNode, type Node, withChanges } from './syntax.ts'

const modules = /\/(?:src\/contract|web)\/.*\.tsx?$/
const runtime = join(import.meta.dirname, '../late-schema.ts')
/** Methods that make a schema of another one. */
const makers: ReadonlySet<string> = new Set([
  ...['and', 'array', 'catch', 'check', 'default', 'exactOptional', 'extend', 'max', 'min'],
  ...['nullable', 'nullish'],
  ...['omit', 'optional', 'or', 'overwrite', 'partial', 'pick', 'pipe', 'prefault', 'readonly'],
  ...['refine', 'regex', 'superRefine', 'transform', 'trim'],
])
/** Those of them that only schemas have. */
const ownMakers = /^(?:default|exactOptional|optional|nullable|nullish)$/
/** Methods that use a schema at once: their result is no schema. */
const askers = /^(?:safe)?(?:parse|decode|encode)(?:Async)?$/

/**
 * Defers the making of each schema that a module keeps to its first use. To make one takes tens of
 * microseconds, on a phone's processor a tenth of a millisecond, and a screen reads modules with up
 * to two thousand of them.
 */
export function lateSchemas(): Plugin {
  return {
    name: 'disparo:late-schemas',
    apply: 'build',
    config: () => ({
      build: { rolldownOptions: { treeshake: { manualPureFunctions: ['lateSchema'] } } },
    }),
    transform(code, id) {
      if (!modules.test(id) || id === runtime) return null
      const schemas = schemasOf(this.parse(code))
      if (schemas.length === 0) return null
      const changes = schemas.flatMap(({ start, end }) => [
        { start: end, end, text: ')' },
        { start, end: start, text: 'lateSchema(() => ' },
      ])
      const use = `import { lateSchema } from ${JSON.stringify(runtime)};\n`
      return { code: use + withChanges(code, changes), map: null }
    },
  }
}

/** The expressions, outside all functions, that make a schema; not those within another one. */
function schemasOf(node: unknown): readonly Node[] {
  if (Array.isArray(node)) return node.flatMap(schemasOf)
  if (!isNode(node) || /Function|Class/.test(node.type)) return []
  return makesSchema(node) ? [node] : Object.values(node).flatMap(schemasOf)
}

/** `z.object(…).refine(…)`, `Campaign.extend(…)` or `pageLimit(…).optional()`. */
function makesSchema(node: Node): boolean {
  if (node.type !== 'CallExpression') return false
  const { root, names } = chainOf(node)
  if (root === 'z') return !names.some((name) => askers.test(name))
  if (root in globalThis || names.length === 0) return false
  if (!/^[A-Z]/.test(root) && !names.some((name) => ownMakers.test(name))) return false
  return names.every((name) => makers.has(name))
}

/** The name that a chain of calls begins with, and the names of what it calls. */
function chainOf({ type, callee, object, property, name }: Node): {
  readonly root: string
  readonly names: readonly string[]
} {
  if (type === 'Identifier') return { root: String(name), names: [] }
  const before = type === 'CallExpression' ? callee : object
  if (!isNode(before)) return { root: '', names: [] }
  const { root, names } = chainOf(before)
  return { root, names: isNode(property) ? [...names, String(property.name)] : names }
}
