import type { Plugin } from 'vite'
import { isNode, type Node, nodesIn, type Span, withChanges } from './syntax.ts'

const contractPart = /\/src\/contract\/.*\.ts$/
/** Fields of a call's description that only the server and its public document read. */
const servers: ReadonlySet<string> = new Set([
  ...['body', 'errors', 'form', 'lists', 'query', 'rows', 'summary', 'tag'],
])

/**
 * Leaves out of the console what it never reads of the contract: the server's parts of the calls'
 * descriptions, and with them all schemas that only these name. Bundlers alone would keep these
 * schemas, because making one looks like a side effect.
 */
export function leanContract(): Plugin {
  return {
    name: 'disparo:lean-contract',
    apply: 'build',
    config: () => ({
      build: { rolldownOptions: { treeshake: { manualPureFunctions: ['endpoint', 'z'] } } },
    }),
    transform(code, id) {
      if (!contractPart.test(id)) return null
      const program: unknown = this.parse(code)
      if (!isNode(program)) return null
      const cuts = serversParts(program).map(({ start, end }) => {
        const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0
        return { start, end: end + comma, text: '' }
      })
      const marks = madeAtOnce(program).map(({ start }) => {
        return { start, end: start, text: '/* @__PURE__ */ ' }
      })
      return { code: withChanges(code, [...cuts, ...marks]), map: null }
    },
  }
}

function serversParts(node: unknown): readonly Span[] {
  if (Array.isArray(node)) return node.flatMap(serversParts)
  if (!isNode(node)) return []
  const [description] = isEndpoint(node) ? nodesIn(node.arguments) : []
  if (!description) return Object.values(node).flatMap(serversParts)
  return nodesIn(description.properties).filter(
    ({ key }) => isNode(key) && servers.has(String(key.name)),
  )
}

/** The calls whose results a module keeps by a name. */
function madeAtOnce({ body }: Node): readonly Node[] {
  return nodesIn(body)
    .map((statement) => (isNode(statement.declaration) ? statement.declaration : statement))
    .flatMap(({ declarations }) => nodesIn(declarations))
    .map(({ init }) => init)
    .filter((init): init is Node => isNode(init) && init.type === 'CallExpression')
}

function isEndpoint({ type, callee }: Node): boolean {
  return type === 'CallExpression' && isNode(callee) && callee.name === 'endpoint'
}
