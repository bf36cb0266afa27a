import { Worker } from 'node:worker_threads'
import type { FromHost, HostConfig, ToHost } from './host-protocol.ts'

export type HostLimits = {
  /** Devices of one thread before another is started: their keys have to fit into its heap. */
  readonly devices: number
  /** Heap at which the thread is ended by force; a host is replaced before that. */
  readonly heapLimitMb: number
  /** Share of the heap limit at which a host is replaced. */
  readonly heapWatermark: number
  /** A host is not replaced before it is this old: its devices would only move in circles. */
  readonly minLifeMs: number
  readonly pingIntervalMs: number
  /** A host that answers no ping for this long hangs, and is ended. */
  readonly pingTimeoutMs: number
}

/** The part of a worker thread through which its host is used. */
type HostWorker = {
  postMessage(message: ToHost): void
  on(event: 'message', listener: (message: FromHost) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  once(event: 'exit', listener: () => void): unknown
  terminate(): Promise<unknown>
}

type WorkerOptions = {
  readonly url: URL
  readonly config: HostConfig
  readonly heapLimitMb: number
}

export type StartWorker = (options: WorkerOptions) => HostWorker

export type HostThreadOptions = {
  readonly url: URL
  /** Left out: a new thread is started. */
  readonly startWorker?: StartWorker
  readonly config: HostConfig
  readonly limits: HostLimits
  readonly onMessage: (message: FromHost) => void
  readonly onHeapFull: () => void
  /** Called once, after all open requests were answered with null. */
  readonly onDeath: (detail: string) => void
}

export type HostThread = ReturnType<typeof createHostThread>

/** Loading Baileys takes half a second, and many times that on a machine that is busy. */
const START_LIMIT_MS = 60_000

type Answer = Extract<
  FromHost,
  {
    type:
      | 'sent'
      | 'looked_up'
      | 'acquainted'
      | 'inspected'
      | 'acted'
      | 'traced'
      | 'downloaded'
      | 'done'
      | 'pong'
  }
>

/** Starts a new thread for a host. */
export function startThread({ url, config, heapLimitMb }: WorkerOptions): Worker {
  const worker = new Worker(url, {
    workerData: config,
    execArgv: [],
    // Output of a host is swallowed: its libraries print keys.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapLimitMb, maxYoungGenerationSizeMb: 32 },
  })
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}

/** One host thread and its unanswered requests. */
export function createHostThread(options: HostThreadOptions) {
  const { url, config, limits, startWorker = startThread } = options
  const worker = startWorker({ url, config, heapLimitMb: limits.heapLimitMb })
  const questions = new Map<number, (answer: Answer | null) => void>()
  let lastCall = 0
  let silentMs = 0
  let lastTickMs = performance.now()
  let isReady = false
  let isFull = false
  let isDead = false
  /** On the monotonic clock, as all times of a host. */
  const startedAtMs = performance.now()
  let detail = 'it ended'
  const pinging = setInterval(ping, limits.pingIntervalMs)
  const died = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      onExit()
      resolve()
    })
  })
  worker.on('error', (error) => {
    detail = error.message
  })
  worker.on('message', onMessage)
  return { post, ask, terminate, ageMs }

  function post(message: ToHost): void {
    worker.postMessage(message)
  }

  /** Returns null when the host died before it answered. */
  function ask(question: (call: number) => ToHost): Promise<Answer | null> {
    if (isDead) return Promise.resolve(null)
    const call = ++lastCall
    return new Promise((resolve) => {
      questions.set(call, resolve)
      post(question(call))
    })
  }

  async function terminate(why: string): Promise<void> {
    detail = why
    await worker.terminate()
    await died
  }

  function onMessage(message: FromHost): void {
    silentMs = 0
    isReady = true
    switch (message.type) {
      case 'sent':
      case 'looked_up':
      case 'acquainted':
      case 'inspected':
      case 'acted':
      case 'traced':
      case 'downloaded':
      case 'done':
        answer(message)
        break
      case 'pong':
        answer(message)
        checkHeap(message.heapUsedBytes)
        break
      default:
        options.onMessage(message)
    }
  }

  function answer(message: Answer): void {
    const resolve = questions.get(message.call)
    questions.delete(message.call)
    resolve?.(message)
  }

  function ping(): void {
    silentMs += sinceLastTick()
    const limitMs = isReady ? limits.pingTimeoutMs : START_LIMIT_MS
    if (silentMs > limitMs) {
      void terminate('it did not answer')
      return
    }
    void ask((call) => ({ type: 'ping', call }))
  }

  /**
   * Time since the last tick. A late tick says nothing about the host: this thread was busy or
   * asleep.
   */
  function sinceLastTick(): number {
    const nowMs = performance.now()
    const passedMs = Math.min(nowMs - lastTickMs, 2 * limits.pingIntervalMs)
    lastTickMs = nowMs
    return passedMs
  }

  function ageMs(): number {
    return performance.now() - startedAtMs
  }

  function checkHeap(heapUsedBytes: number): void {
    const watermarkBytes = limits.heapLimitMb * limits.heapWatermark * 2 ** 20
    if (isFull || heapUsedBytes < watermarkBytes) return
    if (ageMs() < limits.minLifeMs) return
    isFull = true
    options.onHeapFull()
  }

  function onExit(): void {
    isDead = true
    clearInterval(pinging)
    const resolves = [...questions.values()]
    questions.clear()
    for (const resolve of resolves) resolve(null)
    options.onDeath(detail)
  }
}
