import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'

/**
 * A process that runs one command of the built program after another: starting Node and loading the
 * program anew takes most commands ten times as long as their work.
 */

type Command = {
  readonly args: readonly string[]
  readonly input: string
  readonly environment: Readonly<Record<string, string>>
  readonly cwd: string
}

const Finished = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() })

const script = new URL('warm-program.js', import.meta.url)

type Warm = {
  readonly child: ChildProcess
  /** Output past the stream that a command gets, such as logs, since the last call. */
  readonly takeLog: () => string
}

let idle: Promise<Warm> | undefined
let isBusy = false

/** The result of the command; null: the process is running another one. */
export async function runWarm(
  command: Command,
  deadlineMs: number,
): Promise<z.infer<typeof Finished> | null> {
  if (isBusy) return null
  isBusy = true
  try {
    idle ??= start()
    const { child, takeLog } = await idle
    child.send(command)
    const [answer] = await firstOf(child, deadlineMs)
    const { stderr, ...rest } = Finished.parse(answer)
    // Output written before the answer has arrived by then.
    await setImmediate()
    return { ...rest, stderr: stderr + takeLog() }
  } catch (error) {
    // Remaining work of the command does not concern the next one.
    const warm = await idle?.catch(() => undefined)
    idle = undefined
    warm?.child.kill('SIGKILL')
    throw new Error(`no end of "${command.args.join(' ')}": ${warm?.takeLog()}`, { cause: error })
  } finally {
    isBusy = false
  }
}

/** Waits for the child's answer or its end; then removes both listeners. */
async function firstOf(child: ChildProcess, deadlineMs: number): Promise<unknown[]> {
  const listening = new AbortController()
  const signal = AbortSignal.any([listening.signal, AbortSignal.timeout(deadlineMs)])
  try {
    return await Promise.race(['message', 'exit'].map((event) => once(child, event, { signal })))
  } finally {
    listening.abort()
  }
}

async function start(): Promise<Warm> {
  const child = fork(script, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] })
  let log = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const takeLog = () => {
    const taken = log
    log = ''
    return taken
  }
  // A process that cannot begin, as without a build, never says so.
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the warm process ended with ${code}: ${takeLog()}`)
    }),
  ])
  // The child ends with this process, and does not keep it alive.
  if (child.stderr instanceof Socket) child.stderr.unref()
  child.unref()
  child.channel?.unref()
  return { child, takeLog }
}
