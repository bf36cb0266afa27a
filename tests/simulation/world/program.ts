import { pino } from 'pino'
import { readConfig } from '../../../src/config.ts'
import { startDaemon } from '../../../src/daemon/daemon.ts'
import type { Daemon } from '../../../src/daemon/standalone.ts'
import type { Machine } from '../machine/machine.ts'
import type { Trace } from './trace.ts'

/** What a call came back with; `undefined` where the program died under it. */
export type Answer = { readonly status: number; readonly body: unknown } | undefined

export type Call = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: string
  readonly apiKey?: string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON, or text of the type that the headers name. */
  readonly body?: unknown
}

const DATA_DIR = '/data'
/** How long a start may take on a sound disk, and how long any call may take. */
const START_LIMIT_MS = 5 * 60_000
const CALL_LIMIT_MS = 2 * 60_000

export type Program = ReturnType<typeof createProgram>

/** The program on the simulated machine: one process after the other over the same disk. */
export function createProgram({
  machine,
  trace,
  onBroken,
  mayBeDamaged,
}: {
  readonly machine: Machine
  readonly trace: Trace
  /** Called when the program breaks a promise that needs no model to be noticed. */
  readonly onBroken: (what: string) => void
  /** Whether something other than a crash has changed the bytes of this file of the data folder. */
  readonly mayBeDamaged: (path: string) => boolean
}) {
  const { timeline, disk } = machine
  const dying = new Set<() => void>()
  const log = pino({ level: 'warn' }, { write: hear })
  const config = readConfig({ DISPARO_DATA_DIR: DATA_DIR, DISPARO_SECRET: 's'.repeat(40) })
  let daemon: Daemon | undefined
  let serial = 0

  return { start, kill, cutPower, stop, call, isUp: () => daemon !== undefined }

  /** Reads a line of the log: no kill and no power cut may leave a file that counts as damaged. */
  function hear(line: string): void {
    const { path, detail } = trace.log(line)
    if (path !== undefined && detail !== undefined && !mayBeDamaged(path)) {
      onBroken(`${path} counts as damaged: ${detail}`)
    }
  }

  /** @returns false where the program could not start, which only a faulty disk excuses */
  async function start(): Promise<boolean> {
    serial += 1
    const owner = { name: `process ${serial}` }
    machine.process = owner
    disk.start(owner)
    trace.note(`${owner.name} starts`)
    const started = startDaemon(config, { log }).then(
      (up) => {
        daemon = up
        return true
      },
      (error: unknown) => {
        trace.note(`${owner.name} does not start: ${String(error)}`)
        if (isSound()) onBroken(`the daemon does not start: ${String(error)}`)
        return false
      },
    )
    return orDead(started, START_LIMIT_MS, 'the start', false)
  }

  function isSound(): boolean {
    const { full, brokenWrites, brokenSyncs } = disk.faultsNow()
    return full + brokenWrites + brokenSyncs === 0
  }

  function kill(): void {
    trace.note('kill -9')
    disk.kill()
    forget()
  }

  function cutPower(): void {
    trace.note('power cut')
    disk.cutPower()
    forget()
  }

  function forget(): void {
    daemon = undefined
    machine.app = undefined
    for (const die of [...dying]) die()
  }

  /** SIGTERM. */
  async function stop(): Promise<void> {
    trace.note('SIGTERM')
    const closing = daemon?.close()
    daemon = undefined
    await orDead(
      closing?.catch((error: unknown) => {
        if (isSound()) onBroken(`the daemon does not stop: ${String(error)}`)
      }) ?? Promise.resolve(),
      60_000,
      'the stop',
      undefined,
    )
    disk.kill()
    forget()
  }

  async function call({ method, path, apiKey, headers: given, body }: Call): Promise<Answer> {
    const { app } = machine
    if (!app) return undefined
    const headers = new Headers({ 'content-type': 'application/json', ...given })
    if (apiKey !== undefined) headers.set('apikey', apiKey)
    const request = new Request(`http://127.0.0.1:3000${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const answer = await orDead(
      readAnswer(app.fetch(request)),
      CALL_LIMIT_MS,
      `${method} ${path}`,
      undefined,
    )
    const told = `${method} ${path} → ${answer?.status ?? 'dead'}`
    if (method === 'GET' && answer?.status === 200) trace.glimpse(told)
    else trace.note(told)
    if (answer && answer.status === 500) onBroken(`${method} ${path} answered 500`)
    return answer
  }

  /** Waits for the program within the limit; answers `dead` when its process dies. */
  function orDead<Result>(
    promise: Promise<Result>,
    limitMs: number,
    what: string,
    dead: Result,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const end = () => {
        dying.delete(die)
        cancel()
      }
      const die = () => {
        end()
        resolve(dead)
      }
      const cancel = timeline.after(limitMs, () => {
        onBroken(`${what} takes longer than ${limitMs} ms`)
        die()
      })
      dying.add(die)
      promise.then(
        (result) => {
          end()
          resolve(result)
        },
        (error: unknown) => {
          end()
          reject(error)
        },
      )
    })
  }
}

async function readAnswer(coming: Response | Promise<Response>): Promise<Answer> {
  const response = await coming
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}
