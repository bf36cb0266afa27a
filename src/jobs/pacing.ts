import { SEND_WINDOW } from '../contract/limits.ts'
import type { Pace, TurnResult } from '../contract/pace.ts'

/** To the pacing job of one device. */
export type PacingCommand =
  | { readonly type: 'add'; readonly pace: Pace }
  | { readonly type: 'remove'; readonly campaignId: string }
  | { readonly type: 'settle'; readonly campaignId: string; readonly result: TurnResult }
  | { readonly type: 'wake'; readonly campaignId: string }
  | { readonly type: 'hold' }
  | { readonly type: 'release' }

/** From the pacing job: this campaign may hand over its next message now. */
export type Turn = {
  readonly type: 'turn'
  readonly campaignId: string
  /** When it was given, in epoch milliseconds. */
  readonly atMs: number
}

type Paced = Pace & {
  openTurns: number
  isDry: boolean
  /** Serial of its last turn; who was served longest ago is next. */
  lastTurn: number
}

/**
 * The pace of one device. At interval 0 up to `SEND_WINDOW` turns are open at once; above it there
 * is one, and after a message the whole device waits for that campaign's interval.
 */
export function createPacing({
  now,
  random,
  after,
  giveTurn,
}: {
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly after: (ms: number, work: () => void) => () => void
  readonly giveTurn: (campaignId: string) => void
}) {
  const campaigns = new Map<string, Paced>()
  /** Turns under way of campaigns that were removed meanwhile are still to be settled. */
  const orphans = new Map<string, number>()
  let isHeld = false
  let turnSerial = 0
  let notBeforeMs = 0
  let cancelTimer: (() => void) | undefined

  return { handle, isEmpty: () => campaigns.size === 0 && openTurns() === 0, close }

  function handle(command: PacingCommand): void {
    apply(command)
    giveTurns()
  }

  function apply(command: PacingCommand): void {
    if (command.type === 'add') add(command.pace)
    else if (command.type === 'remove') remove(command.campaignId)
    else if (command.type === 'settle') settle(command.campaignId, command.result)
    else if (command.type === 'wake') moisten(command.campaignId)
    else if (command.type === 'hold') isHeld = true
    else release()
  }

  function release(): void {
    isHeld = false
    for (const campaignId of campaigns.keys()) moisten(campaignId)
  }

  function add(pace: Pace): void {
    const { openTurns = 0, lastTurn = 0 } = campaigns.get(pace.campaignId) ?? {}
    campaigns.set(pace.campaignId, { ...pace, openTurns, lastTurn, isDry: false })
    // A restart does not shorten the pause that was running.
    if (pace.lastSentAtMs > 0) waitFrom(pace, pace.lastSentAtMs)
  }

  function remove(campaignId: string): void {
    const open = campaigns.get(campaignId)?.openTurns ?? 0
    campaigns.delete(campaignId)
    if (open > 0) orphans.set(campaignId, open)
  }

  function settle(campaignId: string, result: TurnResult): void {
    const paced = campaigns.get(campaignId)
    if (!paced) {
      settleOrphan(campaignId)
      return
    }
    // After a crash of the job, turns that its forerunner gave are still settled here.
    paced.openTurns = Math.max(0, paced.openTurns - 1)
    paced.isDry = result === 'nothing'
    if (result === 'sent') waitFrom(paced, now())
  }

  function settleOrphan(campaignId: string): void {
    const left = (orphans.get(campaignId) ?? 1) - 1
    if (left > 0) orphans.set(campaignId, left)
    else orphans.delete(campaignId)
  }

  function moisten(campaignId: string): void {
    const paced = campaigns.get(campaignId)
    if (paced) paced.isDry = false
  }

  function waitFrom({ minIntervalMs, maxIntervalMs }: Pace, fromMs: number): void {
    const drawn = minIntervalMs + random() * Math.max(0, maxIntervalMs - minIntervalMs)
    notBeforeMs = Math.max(notBeforeMs, fromMs + drawn)
  }

  function giveTurns(): void {
    for (let next = ready(); next; next = ready()) {
      turnSerial += 1
      next.lastTurn = turnSerial
      next.openTurns += 1
      giveTurn(next.campaignId)
    }
  }

  /** The campaign whose turn it is, if it may have it now; arms the timer where only time is missing. */
  function ready(): Paced | undefined {
    if (isHeld) return undefined
    const next = longestWaiting()
    if (!next || !mayOpen(next)) return undefined
    const waitMs = notBeforeMs - now()
    if (waitMs <= 0) return next
    wakeAfter(waitMs)
    return undefined
  }

  function longestWaiting(): Paced | undefined {
    let next: Paced | undefined
    for (const paced of campaigns.values()) {
      if (!paced.isDry && (!next || paced.lastTurn < next.lastTurn)) next = paced
    }
    return next
  }

  function mayOpen(paced: Paced): boolean {
    const open = openTurns()
    if (paced.maxIntervalMs > 0) return open === 0
    const isReserved = [...campaigns.values()].some(
      (other) => other.maxIntervalMs > 0 && other.openTurns > 0,
    )
    return open < SEND_WINDOW && !isReserved
  }

  function openTurns(): number {
    let open = 0
    for (const paced of campaigns.values()) open += paced.openTurns
    for (const count of orphans.values()) open += count
    return open
  }

  function wakeAfter(ms: number): void {
    cancelTimer?.()
    cancelTimer = after(ms, giveTurns)
  }

  function close(): void {
    cancelTimer?.()
  }
}
