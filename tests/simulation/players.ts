import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const Played = z.object({
  seed: z.number(),
  failures: z.array(z.string()),
  /** The last lines of the trace before the first failure. */
  trace: z.array(z.string()),
  simulatedMs: z.number(),
  steps: z.number(),
  messages: z.number(),
  /** Processor time of the player's process since it began. */
  processorMs: z.number(),
})
export type Played = z.infer<typeof Played>

const script = fileURLToPath(new URL('./player.js', import.meta.url))
const nodeArgs = [
  // Room for the short-lived objects of a step.
  '--max-semi-space-size=64',
  // A player has one core: helper threads of the collector would only wait for one another.
  '--single-threaded-gc',
  // Almost all code that runs at all runs often, so it is worth optimising sooner.
  '--no-lazy-feedback-allocation',
]

/** Plays seeds in several processes: each takes the next one as soon as it has played one. */
export async function playSeeds({
  jobs,
  args,
  takeSeed,
  onPlayed,
}: {
  readonly jobs: number
  readonly args: readonly string[]
  /** The next seed to play; undefined when there is no more. */
  readonly takeSeed: () => number | undefined
  readonly onPlayed: (player: number, played: Played) => void
}): Promise<void> {
  await Promise.all(Array.from({ length: jobs }, (_, player) => work(player)))

  async function work(player: number): Promise<void> {
    let child: ChildProcess | undefined
    for (let seed = takeSeed(); seed !== undefined; seed = takeSeed()) {
      child ??= fork(script, args, { execArgv: [...process.execArgv, ...nodeArgs] })
      const played = await play(child, seed)
      if (child.exitCode !== null || child.signalCode !== null) child = undefined
      onPlayed(player, played)
    }
    if (!child) return
    const ended = once(child, 'exit')
    child.disconnect()
    await ended
  }
}

function play(child: ChildProcess, seed: number): Promise<Played> {
  return new Promise((resolve) => {
    const end = (played: Played) => {
      child.off('message', answered)
      child.off('exit', died)
      resolve(played)
    }
    const answered = (message: unknown) => end(Played.parse(message))
    const died = (code: number | null, signal: string | null) => {
      const failures = [`its process ended with ${code ?? signal}`]
      const nothing = { trace: [], simulatedMs: 0, steps: 0, messages: 0, processorMs: 0 }
      end({ seed, failures, ...nothing })
    }
    child.once('message', answered)
    child.once('exit', died)
    child.send(seed)
  })
}
