import { growingPauseMs } from '../contract/growing-pause.ts'
/** What a standing job needs of the one that runs workers. */
export type Workers<Command> = {
  /** Resolves once the worker takes messages; rejects where there will be none. */
  run(name: string, kind: string): Promise<void>
  post(name: string, command: Command): void
  end(name: string): Promise<void>
}

type Job<Command> = {
  readonly name: string
  /** On the monotonic clock. */
  readonly beganAtMs: number
  /** Commands given before the worker runs; null once it does. */
  backlog: Command[] | null
  isRunning: Promise<void>
}

/** A worker that ends before this age, or never began, makes the pause before the next one longer. */
const SHORT_LIFE_MS = 60_000
const pauses = { firstMs: 250, longestMs: 30_000 }

/**
 * A job in one worker that runs while there is something to do. One that dies, or cannot begin, is
 * followed by a new one, which gets all commands again.
 */
export function createStandingJob<Command>({
  kind,
  workers,
  everything,
  onFault,
}: {
  /** Names its script. */
  readonly kind: string
  readonly workers: Workers<Command>
  /** Commands that bring a new worker to where the last one was. */
  readonly everything: () => Command[]
  readonly onFault: (error: unknown, name: string) => void
}) {
  let current: Job<Command> | undefined
  /** Until the next worker begins, in the place of one that is gone. */
  let pause: NodeJS.Timeout | undefined
  let quickEnds = 0
  let isClosed = false
  let serial = 0

  return { post, is, followDead, retire, close }

  function post(command: Command): void {
    // A worker that begins after a pause gets everything, and so this as well.
    if (pause || isClosed) return
    const job = current ?? begin([])
    if (job.backlog) job.backlog.push(command)
    else workers.post(job.name, command)
  }

  /** Whether the worker of this name is the present one. */
  function is(name: string): boolean {
    return current?.name === name
  }

  function begin(backlog: Command[]) {
    serial += 1
    const name = `${kind}-${serial}`
    const beganAtMs = performance.now()
    const job: Job<Command> = { name, beganAtMs, backlog, isRunning: Promise.resolve() }
    current = job
    job.isRunning = run(job).catch((error) => {
      onFault(error, name)
      follow(job)
    })
    return job
  }

  async function run(job: Job<Command>): Promise<void> {
    await workers.run(job.name, kind)
    const backlog = job.backlog ?? []
    job.backlog = null
    for (const command of backlog) workers.post(job.name, command)
  }

  /** Replaces the worker of this name, which died, if it is the present one. */
  function followDead(name: string): void {
    if (current?.name === name) follow(current)
  }

  /** Begins a new worker after a pause, which grows up to a bound: the cause may last. */
  function follow(job: Job<Command>): void {
    if (current !== job) return
    current = undefined
    quickEnds = performance.now() - job.beganAtMs < SHORT_LIFE_MS ? quickEnds + 1 : 0
    const pauseMs = growingPauseMs(quickEnds, pauses)
    pause = setTimeout(() => {
      pause = undefined
      begin(everything())
    }, pauseMs).unref()
  }

  /** Ends the worker until there is something to do again. */
  function retire(): void {
    void end()
  }

  /** Ends the worker for good: later commands are dropped. */
  async function close(): Promise<void> {
    isClosed = true
    await end()
  }

  async function end(): Promise<void> {
    clearTimeout(pause)
    pause = undefined
    quickEnds = 0
    if (!current) return
    const { name, isRunning } = current
    current = undefined
    // One that is just beginning could not be ended, and would stay.
    await isRunning
    await workers.end(name).catch((error) => onFault(error, name))
  }
}
