/** A message to the job that keeps the hours of campaigns. */
export type HoursCommand =
  | { readonly type: 'set'; readonly campaignId: string; readonly atMs: number }
  | { readonly type: 'clear'; readonly campaignId: string }

/** A message from it: the hour of this campaign has come. */
export type Due = { readonly type: 'due'; readonly campaignId: string; readonly atMs: number }

/** The wall clock may be set, and a machine may sleep: it is looked at this often at least. */
const LONGEST_WAIT_MS = 60_000

/** The hours of all scheduled campaigns, with one timer for the next of them. */
export function createHours({
  now,
  after,
  onDue,
}: {
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly after: (ms: number, work: () => void) => () => void
  readonly onDue: (campaignId: string, atMs: number) => void
}) {
  const hours = new Map<string, number>()
  let nextMs = Number.POSITIVE_INFINITY
  let cancelTimer: (() => void) | undefined

  return { handle }

  function handle(command: HoursCommand): void {
    if (command.type === 'clear') {
      // The timer stays even if it was for this hour: when it fires, it finds the next one.
      hours.delete(command.campaignId)
      if (hours.size === 0) disarm()
      return
    }
    hours.set(command.campaignId, command.atMs)
    if (command.atMs < nextMs) arm(command.atMs)
  }

  function arm(atMs: number): void {
    cancelTimer?.()
    nextMs = atMs
    cancelTimer = after(Math.min(Math.max(0, atMs - now()), LONGEST_WAIT_MS), strike)
  }

  function disarm(): void {
    cancelTimer?.()
    cancelTimer = undefined
    nextMs = Number.POSITIVE_INFINITY
  }

  /** Looks at all hours: many may have come in one moment. */
  function strike(): void {
    disarm()
    const nowMs = now()
    let earliestMs = Number.POSITIVE_INFINITY
    for (const [campaignId, atMs] of hours) {
      if (atMs > nowMs) {
        earliestMs = Math.min(earliestMs, atMs)
        continue
      }
      hours.delete(campaignId)
      onDue(campaignId, atMs)
    }
    if (hours.size > 0) arm(earliestMs)
  }
}
