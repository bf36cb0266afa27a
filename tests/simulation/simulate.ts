import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { type Played, playSeeds } from './players.ts'

/** `npm run simulate`: plays lives of the program, one for each seed, on a simulated machine. */

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    seed: { type: 'string' },
    /** The first seed; an interrupted run goes on from the number that it printed. */
    from: { type: 'string', default: '1' },
    /** Seeds that are played at the same time. */
    jobs: { type: 'string', default: String(availableParallelism()) },
    mutant: { type: 'string' },
    trace: { type: 'string', default: '60' },
    /** Goes on after a failure. */
    all: { type: 'boolean', default: false },
    /** Of this many seeds, from the first, two runs are compared. */
    twice: { type: 'string', default: '0' },
  },
})

const PROGRESS_MS = 15_000
const COMMAND = 'npm run simulate --'

const first = Number(values.seed ?? values.from)
const count = values.seed === undefined ? Number(values.seeds) : 1
const twice = Math.min(Number(values.twice), count)
const args = values.mutant === undefined ? [] : ['--mutant', values.mutant]
const startedMs = performance.now()
const totals = { ms: 0, steps: 0, messages: 0 }
const processorMs = new Map<number, number>()
const underWay = new Set<number>()
const failed: Played[] = []
let next = first
let isBrokenOff = false

process.once('SIGINT', () => {
  isBrokenOff = true
})
const progress = setInterval(
  () => console.error(`${sums()}; now at seed ${reached()}`),
  PROGRESS_MS,
)
await playSeeds({
  jobs: Math.min(Number(values.jobs), count),
  args: [...args, '--trace', values.trace, '--twice-before', String(first + twice)],
  takeSeed,
  onPlayed,
})
clearInterval(progress)
for (const { seed, failures, trace } of failed.toSorted((one, other) => one.seed - other.seed)) {
  if (!values.all) console.log(`${trace.join('\n')}\n`)
  console.log(`seed ${seed}: ${failures.join('\n  ')}`)
  const again = seed < first + twice ? ['--twice 1'] : []
  console.log([COMMAND, `--seed ${seed}`, ...again, ...args].join(' '))
}
console.log(`${sums()}; ${costs()}`)
const left = first + count - next
if (left > 0) {
  const again = next < first + twice ? [`--twice ${first + twice - next}`] : []
  console.log([COMMAND, `--from ${next} --seeds ${left}`, ...again, ...args].join(' '))
}
process.exitCode = failed.length === 0 && left === 0 ? 0 : 1

function takeSeed(): number | undefined {
  const isEnough = isBrokenOff || (failed.length > 0 && !values.all)
  if (isEnough || next >= first + count) return undefined
  const seed = next
  next += 1
  underWay.add(seed)
  return seed
}

function onPlayed(player: number, played: Played): void {
  underWay.delete(played.seed)
  totals.ms += played.simulatedMs
  totals.steps += played.steps
  totals.messages += played.messages
  processorMs.set(player, played.processorMs)
  if (played.failures.length === 0) return
  failed.push(played)
  if (values.all) console.error(`seed ${played.seed}: ${played.failures[0]}`)
}

/** Every seed before this one has been played. */
function reached(): number {
  return Math.min(next, ...underWay)
}

function sums(): string {
  const hours = totals.ms / 3_600_000
  const anHour = hours / ((performance.now() - startedMs) / 1_000)
  return (
    `${next - first - underWay.size} seeds, ${failed.length} failed; ` +
    `${(hours / 24).toFixed(1)} simulated days, ${Math.round(anHour)} simulated hours a second`
  )
}

function costs(): string {
  const seconds = [...processorMs.values()].reduce((sum, ms) => sum + ms, 0) / 1_000
  return (
    `${(seconds / Math.max(1, next - first)).toFixed(2)} s of processor time a seed, ` +
    `${totals.steps} steps, ${totals.messages} messages, ` +
    `${Math.min(twice, next - first)} seeds compared with a second run`
  )
}
