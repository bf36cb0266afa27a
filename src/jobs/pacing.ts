import type { Pace, SlotResult } from '../contract/campaigns/pace.ts'
import { MAX_TIMER_MS, SEND_WINDOW } from '../contract/limits.ts'

/** A message about the pace of one device. */
export type PacingCommand =
  | { readonly type: 'add'; readonly pace: Pace }
  | { readonly type: 'remove'; readonly campaignId: string }
  | { readonly type: 'settle'; readonly campaignId: string; readonly result: SlotResult }
  | { readonly type: 'wake'; readonly campaignId: string }
  | { readonly type: 'hold' }
  | { readonly type: 'release' }

/** A message to the pacing job of all devices. */
export type DevicePacingCommand = {
  readonly key: string
  readonly commands: readonly PacingCommand[]
}

/** A message from the pacing job: the campaign may send its next message now. */
export type Slot = {
  readonly type: 'slot'
  /** The device. */
  readonly key: string
  readonly campaignId: string
  /** When the slot was granted, in epoch milliseconds. */
  readonly atMs: number
}

type Paced = Pace & {
  openSlots: number
  isIdle: boolean
  /** Slots that were open at its last wake: these do not make it idle if they find nothing. */
  outdatedSlots: number
  /** Serial number of its last slot; the campaign with the lowest one is next. */
  lastSlot: number
}

type PacingNeeds = {
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Milliseconds on a monotonic clock, which changes of the system time do not move. */
  readonly monotonicMs: () => number
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly after: (ms: number, work: () => void) => () => void
}

/**
 * The pace of every device. A device's pace is also kept until the pause after its last message is
 * over: its next campaign may begin before that.
 */
export function createDevicePacings({
  grantSlot,
  ...needs
}: PacingNeeds & { readonly grantSlot: (key: string, campaignId: string) => void }) {
  const devices = new Map<string, ReturnType<typeof createPacing>>()
  /** Devices that are looked at once more when their pause is over. */
  const resting = new Set<string>()

  return { handle, count: () => devices.size }

  function handle({ key, commands }: DevicePacingCommand): void {
    const pacing =
      devices.get(key) ??
      createPacing({ ...needs, grantSlot: (campaignId) => grantSlot(key, campaignId) })
    devices.set(key, pacing)
    for (const command of commands) pacing.handle(command)
    forgetUnused(key)
  }

  function forgetUnused(key: string): void {
    const restMs = devices.get(key)?.restMs()
    if (restMs === undefined) return
    if (restMs <= 0) devices.delete(key)
    else if (!resting.has(key)) {
      resting.add(key)
      needs.after(Math.min(restMs, MAX_TIMER_MS), () => {
        resting.delete(key)
        forgetUnused(key)
      })
    }
  }
}

/**
 * The pace of one device. At interval 0 up to `SEND_WINDOW` slots are open at once; above it there
 * is one, and after a message the whole device waits for that campaign's interval.
 */
export function createPacing({
  now,
  monotonicMs,
  random,
  after,
  grantSlot,
}: PacingNeeds & { readonly grantSlot: (campaignId: string) => void }) {
  const campaigns = new Map<string, Paced>()
  /** Removed campaigns whose open slots are still to be settled. */
  const orphans = new Map<string, Paced>()
  let isHeld = false
  let slotSerial = 0
  let notBeforeMs = Number.NEGATIVE_INFINITY
  let cancelTimer: (() => void) | undefined

  return { handle, restMs }

  /** Milliseconds until the pace may be forgotten; `undefined` with campaigns or open slots. */
  function restMs(): number | undefined {
    if (campaigns.size > 0 || openSlots() > 0) return undefined
    return Math.max(0, notBeforeMs - monotonicMs())
  }

  function handle(command: PacingCommand): void {
    apply(command)
    grantSlots()
  }

  function apply(command: PacingCommand): void {
    if (command.type === 'add') add(command.pace)
    else if (command.type === 'remove') remove(command.campaignId)
    else if (command.type === 'settle') settle(command.campaignId, command.result)
    else if (command.type === 'wake') wakeUp(command.campaignId)
    else if (command.type === 'hold') isHeld = true
    else release()
  }

  function release(): void {
    isHeld = false
    for (const campaignId of campaigns.keys()) wakeUp(campaignId)
  }

  function add(pace: Pace): void {
    const { campaignId } = pace
    const known = campaigns.get(campaignId) ?? orphans.get(campaignId)
    const { openSlots = 0, lastSlot = 0 } = known ?? {}
    // Its open slots are settled as the campaign's from now on: left here, they would hold the
    // device up for ever.
    orphans.delete(campaignId)
    const fresh = { isIdle: false, outdatedSlots: openSlots }
    campaigns.set(campaignId, { ...pace, openSlots, lastSlot, ...fresh })
    // A restart does not shorten the pause that was running.
    if (pace.lastSentAtMs > 0) waitFrom(pace, Math.max(0, now() - pace.lastSentAtMs))
  }

  function remove(campaignId: string): void {
    const paced = campaigns.get(campaignId)
    campaigns.delete(campaignId)
    if (paced && paced.openSlots > 0) orphans.set(campaignId, paced)
  }

  function settle(campaignId: string, result: SlotResult): void {
    const paced = campaigns.get(campaignId)
    if (!paced) {
      settleOrphan(campaignId, result)
      return
    }
    // After a crash of the job, slots that its predecessor granted are still settled here.
    paced.openSlots = Math.max(0, paced.openSlots - 1)
    paced.isIdle = result === 'nothing' && paced.outdatedSlots === 0
    paced.outdatedSlots = Math.max(0, paced.outdatedSlots - 1)
    if (result === 'sent') waitFrom(paced, 0)
  }

  /** Settles a slot of a removed campaign: its message left all the same, so the device waits. */
  function settleOrphan(campaignId: string, result: SlotResult): void {
    const paced = orphans.get(campaignId)
    if (!paced) return
    paced.openSlots -= 1
    if (paced.openSlots <= 0) orphans.delete(campaignId)
    if (result === 'sent') waitFrom(paced, 0)
  }

  function wakeUp(campaignId: string): void {
    const paced = campaigns.get(campaignId)
    if (!paced) return
    paced.isIdle = false
    paced.outdatedSlots = paced.openSlots
  }

  /** @param agoMs how long ago the message left */
  function waitFrom({ minIntervalMs, maxIntervalMs }: Pace, agoMs: number): void {
    const drawn = minIntervalMs + random() * Math.max(0, maxIntervalMs - minIntervalMs)
    notBeforeMs = Math.max(notBeforeMs, monotonicMs() - agoMs + drawn)
  }

  function grantSlots(): void {
    for (let next = ready(); next; next = ready()) {
      slotSerial += 1
      next.lastSlot = slotSerial
      next.openSlots += 1
      grantSlot(next.campaignId)
    }
  }

  /** The campaign that gets the next slot, if it may have it now; otherwise arms the timer. */
  function ready(): Paced | undefined {
    if (isHeld) return undefined
    const next = longestWaiting()
    if (!next || !mayOpen(next)) return undefined
    const waitMs = notBeforeMs - monotonicMs()
    if (waitMs <= 0) return next
    wakeAfter(waitMs)
    return undefined
  }

  function longestWaiting(): Paced | undefined {
    let next: Paced | undefined
    for (const paced of campaigns.values()) {
      if (!paced.isIdle && (!next || paced.lastSlot < next.lastSlot)) next = paced
    }
    return next
  }

  function mayOpen(paced: Paced): boolean {
    const open = openSlots()
    if (paced.maxIntervalMs > 0) return open === 0
    const isReserved = [...campaigns.values(), ...orphans.values()].some(
      (other) => other.maxIntervalMs > 0 && other.openSlots > 0,
    )
    return open < SEND_WINDOW && !isReserved
  }

  function openSlots(): number {
    let open = 0
    for (const paced of campaigns.values()) open += paced.openSlots
    for (const paced of orphans.values()) open += paced.openSlots
    return open
  }

  function wakeAfter(ms: number): void {
    cancelTimer?.()
    cancelTimer = after(Math.min(ms, MAX_TIMER_MS), grantSlots)
  }
}
