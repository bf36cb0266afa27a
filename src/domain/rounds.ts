import type { Clock } from './clock.ts'

/** Repeats work, each time `everyMs` after the round before has ended. */
export function createRounds({
  after,
  everyMs,
  work,
  onFault,
}: {
  readonly after: Clock['after']
  readonly everyMs: number
  readonly work: () => Promise<void>
  readonly onFault: (error: unknown) => void
}) {
  let underWay: Promise<void> = Promise.resolve()
  let isStopped = false
  let cancel = after(everyMs, begin)

  return { stop }

  function begin(): void {
    underWay = work()
      .catch(onFault)
      .then(() => {
        if (!isStopped) cancel = after(everyMs, begin)
      })
  }

  /** Waits for the round that is under way. */
  async function stop(): Promise<void> {
    isStopped = true
    cancel()
    await underWay
  }
}
