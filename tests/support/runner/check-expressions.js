// Finds regular expressions that take more than linear time on some text: whoever sends that text
// stops the daemon. Fails too when it looked at nothing.
import { readFileSync } from 'node:fs'
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { analyse } from 'scslre'
import ts from 'typescript'

const roots = ['src', 'web']
const parser = new RegExpParser()
/** From so many repeats on a bound is as good as none. */
const HIGH_BOUND = 50
let count = 0
let faults = 0

for (const path of roots.flatMap((root) => ts.sys.readDirectory(root, ['.ts', '.tsx']))) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  visit(source, source)
}
console.log(`${count} regular expressions, ${faults} super-linear`)
if (count === 0 || faults > 0) process.exit(1)

/** @param {ts.Node} node @param {ts.SourceFile} source */
function visit(node, source) {
  if (ts.isRegularExpressionLiteral(node)) examine(node, source)
  ts.forEachChild(node, (child) => visit(child, source))
}

/**
 * A repeat with a high bound costs as much as one without, times every other character.
 * @param {string} literal
 */
function withoutBounds(literal) {
  const { pattern, flags } = parser.parseLiteral(literal)
  let open = pattern.raw
  visitRegExpAST(pattern, {
    onQuantifierLeave({ max, min, end, element, greedy }) {
      if (max < HIGH_BOUND || max === Number.POSITIVE_INFINITY) return
      const from = element.end - pattern.start
      // Same length, so that the positions of all others stay.
      const repeat = `{${min},}${greedy ? '' : '?'}`.padEnd(end - element.end, '§')
      open = open.slice(0, from) + repeat + open.slice(end - pattern.start)
    },
  })
  return parser.parseLiteral(`/${open.replaceAll('§', '')}/${flags.raw}`)
}

/** @param {ts.RegularExpressionLiteral} node @param {ts.SourceFile} source */
function examine(node, source) {
  count += 1
  const { reports } = analyse(withoutBounds(node.text))
  const [worst] = reports
  if (!worst) return
  faults += 1
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
  const kinds = reports.map(
    ({ type, exponential }) => `${type}${exponential ? ', exponential' : ''}`,
  )
  console.error(`${source.fileName}:${line + 1}: ${node.text}: ${[...new Set(kinds)].join('; ')}`)
}
