import { register } from 'node:module'
import { parseArgs } from 'node:util'

/** `npm run simulate`: lives of the program, one a seed, on a machine that is all made up. */

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
    mutant: { type: 'string' },
    trace: { type: 'string', default: '60' },
    /** Goes on after a failure, and tells each in a line. */
    all: { type: 'boolean', default: false },
    /** Runs each seed twice and compares what happened. */
    twice: { type: 'boolean', default: false },
  },
})

register('./machine/resolve.js', import.meta.url, { data: { mutantName: values.mutant } })
const started = process.hrtime.bigint()
const { playTime } = await import('./machine/globals.ts')
// Before the program is read: it takes `Date.now` and its like along.
playTime()
const { simulate } = await import('./run.ts')

const first = Number(values.seed ?? values.from)
const count = values.seed === undefined ? Number(values.seeds) : 1
const totals = { ms: 0, steps: 0, messages: 0 }
let failed = 0
let ran = 0
for (let seed = first; seed < first + count && (values.all || failed === 0); seed += 1) {
  const outcome = await simulate(seed, { traceLines: Number(values.trace) })
  ran += 1
  totals.ms += outcome.simulatedMs
  totals.steps += outcome.steps
  totals.messages += outcome.messages
  const again = values.twice ? await simulate(seed) : outcome
  const failures =
    again.digest === outcome.digest ? outcome.failures : ['two runs of this seed differ']
  if (failures.length === 0) continue
  failed += 1
  if (values.all) {
    console.log(`seed ${seed}: ${failures.join('\n  ')}`)
    continue
  }
  const mutant = values.mutant === undefined ? '' : ` --mutant ${values.mutant}`
  console.log(outcome.trace.join('\n'))
  console.log(`\nseed ${seed}: ${failures.join('\n  ')}`)
  console.log(`npm run simulate -- --seed ${seed}${mutant}`)
}
const seconds = Number(process.hrtime.bigint() - started) / 1e9
const { user, system } = process.cpuUsage()
const hours = totals.ms / 3_600_000
console.log(
  `${ran} seeds, ${failed} failed; ${(hours / 24).toFixed(1)} simulated days, ` +
    `${Math.round(hours / seconds)} simulated hours a second, ` +
    `${((user + system) / 1e6 / ran).toFixed(2)} s of processor time a seed, ${totals.steps} steps, ${totals.messages} messages`,
)
process.exit(failed === 0 ? 0 : 1)
