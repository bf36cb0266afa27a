import { register } from 'node:module'
import { inspect, parseArgs } from 'node:util'

/** Plays the seeds that `simulate.ts` names, one after the other, in a process of its own. */

const { values } = parseArgs({
  options: {
    mutant: { type: 'string' },
    trace: { type: 'string', default: '60' },
    'twice-before': { type: 'string', default: '0' },
  },
})

register('./machine/resolve.js', import.meta.url, { data: { mutantName: values.mutant } })
const { playTime } = await import('./machine/globals.ts')
// Must come before the program is loaded, which keeps references to `Date.now` and the like.
playTime()
const { simulate } = await import('./run.ts')

// The parent process says when this one ends, also after Ctrl+C.
process.on('SIGINT', () => undefined)
process.once('disconnect', () => process.exit())
process.on('message', (seed) => {
  play(Number(seed)).catch((error: unknown) => {
    process.stderr.write(`${inspect(error)}\n`)
    process.exit(1)
  })
})

async function play(seed: number): Promise<void> {
  const outcome = await simulate(seed, { traceLines: Number(values.trace) })
  const isTwice = seed < Number(values['twice-before'])
  const again = isTwice ? await simulate(seed) : outcome
  const failures =
    again.digest === outcome.digest ? outcome.failures : ['two runs of this seed differ']
  const { user, system } = process.cpuUsage()
  process.send?.({ ...outcome, failures, processorMs: (user + system) / 1_000 })
}
