/** What a standing job needs of the one that runs workers. */
export type Workers<Command> = {
  /** Resolves once the worker takes messages. */
  run(name: string, kind: string): Promise<void>
  post(name: string, command: Command): void
  end(name: string): Promise<void>
}

type Job<Command> = {
  readonly name: string
  /** Commands given before the worker runs; null once it does. */
  backlog: Command[] | null
  isRunning: Promise<void>
}

/**
 * A job in one worker that runs while there is something to do. One that dies is followed by a new
 * one, which is told everything again.
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
  let serial = 0

  return { tell, is, restart, retire }

  function tell(command: Command): void {
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
    const job: Job<Command> = { name: `${kind}-${serial}`, backlog, isRunning: Promise.resolve() }
    job.isRunning = run(job).catch((error) => onFault(error, job.name))
    current = job
    return job
  }

  async function run(job: Job<Command>): Promise<void> {
    await workers.run(job.name, kind)
    const backlog = job.backlog ?? []
    job.backlog = null
    for (const command of backlog) workers.post(job.name, command)
  }

  /** Replaces a worker that died. */
  function restart(): void {
    begin(everything())
  }

  /** Ends the worker until there is something to do again. */
  function retire(): void {
    if (!current) return
    const { name, isRunning } = current
    current = undefined
    // One that is just beginning could not be ended, and would stay.
    isRunning.then(() => workers.end(name)).catch((error) => onFault(error, name))
  }
}
