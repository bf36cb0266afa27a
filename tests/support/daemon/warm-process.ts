import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'

/**
 * A process that runs one command of the built program after another: to start Node and read the
 * program anew takes most commands ten times as long as what they do.
 */

type Command = {
  readonly args: readonly string[]
  readonly input: string
  readonly environment: Readonly<Record<string, string>>
  readonly cwd: string
}

const Finished = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() })

const script = new URL('warm-program.js', import.meta.url)

let idle: Promise<ChildProcess> | undefined
let isBusy = false

/** What came of the command; null: the process has another one in hand. */
export async function runWarm(
  command: Command,
  deadlineMs: number,
): Promise<z.infer<typeof Finished> | null> {
  if (isBusy) return null
  isBusy = true
  try {
    idle ??= start()
    const child = await idle
    child.send(command)
    const [answer] = await firstOf(child, deadlineMs)
    return Finished.parse(answer)
  } catch (error) {
    // Whatever it is still about is no matter of the next command.
    const child = await idle?.catch(() => undefined)
    idle = undefined
    child?.kill('SIGKILL')
    throw new Error(`no end of "${command.args.join(' ')}"`, { cause: error })
  } finally {
    isBusy = false
  }
}

/** Its answer, or its end; listens to neither from then on. */
async function firstOf(child: ChildProcess, deadlineMs: number): Promise<unknown[]> {
  const listening = new AbortController()
  const signal = AbortSignal.any([listening.signal, AbortSignal.timeout(deadlineMs)])
  try {
    return await Promise.race(['message', 'exit'].map((event) => once(child, event, { signal })))
  } finally {
    listening.abort()
  }
}

async function start(): Promise<ChildProcess> {
  const child = fork(script, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
  // One that cannot begin, as without a build, never says so.
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the warm process ended with ${code}`)
    }),
  ])
  // It ends with this process, which it keeps from nothing.
  child.unref()
  child.channel?.unref()
  return child
}
