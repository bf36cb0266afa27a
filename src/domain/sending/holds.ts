import { type Wait, WaitReason } from '../../contract/campaigns/campaign.ts'
import type { DeviceStanding } from '../../contract/devices/device-standing.ts'
import { type Clock, toIso } from '../clock.ts'
import type { EventOf } from '../engine-events.ts'
import type { Publish } from '../events.ts'
import {
  type Acquaintance,
  type DeviceKey,
  FIRST_MESSAGE_REFUSED,
  type LockState,
  NEW_CHATS_USED_UP,
  type SendOutcome,
} from '../messenger.ts'
import type { OwnedStore } from '../store.ts'
import {
  countAt,
  hasRoom,
  limitAt,
  minuteOf,
  newWarmUp,
  roomAtMs,
  withFirst,
  withoutFirst,
  withRefusedFirst,
} from './first-messages.ts'
import {
  holdOf,
  type Standing,
  withAcceptance,
  withCap,
  withCapRefusal,
  withLock,
  withRefusal,
  withUnclearLock,
} from './standing.ts'
import { createStandingBook } from './standing-book.ts'

export type Holds = Awaited<ReturnType<typeof createHolds>>

/** Whether strangers may be written to: all, one to see whether they may, or none. */
type Door = 'open' | 'probe' | 'closed'

/** A message to a stranger on its way. */
export type Passage = {
  readonly isProbe: boolean
  /** The minute since 1970 that it counts in, where nothing was ever sent to this person before. */
  readonly minute: number | null
}

/** What the owner of a device changes of its limits; what is left out stays. */
export type LimitChange = {
  readonly dailyLimit?: number | null | undefined
  readonly isWarmingUp?: boolean | undefined
}

/** What becomes of somebody who was refused: tried again last of all, or not any more. */
export type AfterRefusal = 'last' | 'fail'

/** A timer that a sleeping machine or a changed clock made wrong is noticed after this time. */
const LOOK_AGAIN_MS = 5 * 60_000

/**
 * Holds the strangers of each device back while WhatsApp limits its first messages. Conversations
 * go on. What holds is kept on the disk; no hold ever shortens another.
 */
export async function createHolds({
  store,
  findOwner,
  clock,
  publish,
  onChange,
  onFault,
}: {
  readonly store: OwnedStore<Standing>
  readonly findOwner: (key: DeviceKey) => { userId: string; deviceId: string } | undefined
  readonly clock: Clock
  readonly publish: Publish
  /** Called when more or fewer people may be written to. */
  readonly onChange: (key: DeviceKey) => void
  readonly onFault: (error: unknown, subject: string) => void
}) {
  const book = await createStandingBook({ store, findOwner, clock, onFault })
  const probing = new Set<DeviceKey>()
  const timers = new Map<DeviceKey, () => void>()

  for (const key of book.keys()) armEnd(key)

  return {
    door,
    hasRoomFor,
    enter,
    kept,
    conclude,
    limit,
    wait,
    show,
    lockChanged,
    capChanged,
    deliveriesOf: (key: DeviceKey) => book.find(key)?.deliveries ?? '',
    keepDeliveries,
    forget,
    flush: book.flush,
    close,
  }

  function door(key: DeviceKey): Door {
    const standing = book.find(key)
    if (!standing) return 'open'
    if (holdOf(standing, clock.now())) return 'closed'
    if (!standing.isProbeDue) return 'open'
    return probing.has(key) ? 'closed' : 'probe'
  }

  /** Whether the owner's limit leaves room for a first message. */
  function hasRoomFor(key: DeviceKey): boolean {
    const standing = book.find(key)
    return !standing || hasRoom(standing, clock.now())
  }

  /** Lets one stranger pass, or returns undefined. Every passage ends with one `conclude`. */
  function enter(
    key: DeviceKey,
    acquaintance: Acquaintance,
    { isCampaign = true }: { readonly isCampaign?: boolean } = {},
  ): Passage | undefined {
    const state = door(key)
    if (state === 'closed') return undefined
    const isFirst = acquaintance === 'none'
    // Single messages are no campaign: they count, and do not wait.
    if (isFirst && isCampaign && !hasRoomFor(key)) return undefined
    const isProbe = state === 'probe'
    if (isProbe) probing.add(key)
    return { isProbe, minute: isFirst ? countFirst(key) : null }
  }

  /** Counted before it leaves: what is on its way together never is more than the limit. */
  function countFirst(key: DeviceKey): number | null {
    const standing = book.of(key)
    if (!standing) return null
    const nowMs = clock.now()
    book.put(key, { ...standing, ...withFirst(standing, nowMs) })
    if (!hasRoomFor(key)) armEnd(key)
    return minuteOf(nowMs)
  }

  /**
   * Resolves when a message that counts towards a limit is counted on the disk: after a crash it is
   * not forgotten.
   * @throws AppError `storage_unavailable`
   */
  async function kept(key: DeviceKey, passage: Passage | undefined): Promise<void> {
    const standing = book.find(key)
    if (!standing || passage?.minute == null || limitAt(standing, clock.now()) === null) return
    await book.keep(key)
  }

  /**
   * Takes in what became of a message; of one to somebody in conversation (without a passage) too,
   * since WhatsApp may see that differently. Without an outcome it never left.
   */
  function conclude(
    key: DeviceKey,
    passage: Passage | undefined,
    outcome: SendOutcome | null,
  ): AfterRefusal | undefined {
    const mayHaveLeft = outcome?.kind === 'accepted' || outcome?.kind === 'unknown'
    if (passage && !mayHaveLeft) giveRoomBack(key, passage)
    if (outcome?.kind === 'refused' && isAboutFirstMessages(outcome.code)) {
      const { code, lock = 'unknown' } = outcome
      return refused(key, { code, lock }, passage)
    }
    if (!passage) return undefined
    if (outcome?.kind === 'accepted') accepted(key, passage)
    else if (passage.isProbe && probing.delete(key)) onChange(key)
    return undefined
  }

  function giveRoomBack(key: DeviceKey, { minute }: Passage): void {
    const standing = book.find(key)
    if (!standing || minute === null) return
    const wasFull = !hasRoomFor(key)
    book.put(key, { ...standing, ...withoutFirst(standing, minute) })
    if (wasFull && hasRoomFor(key)) onChange(key)
  }

  function accepted(key: DeviceKey, { isProbe }: Passage): void {
    const standing = book.of(key)
    if (!standing) return
    const next = withAcceptance(standing)
    if (!isProbe) {
      book.put(key, next)
      return
    }
    probing.delete(key)
    change(key, { ...next, isProbeDue: false })
  }

  /** Takes in a refusal that may be about the account rather than the person. */
  function refused(
    key: DeviceKey,
    { code, lock }: { readonly code: number; readonly lock: LockState },
    passage: Passage | undefined,
  ): AfterRefusal {
    const before = book.of(key)
    if (!before) return 'fail'
    const nowMs = clock.now()
    const isRefused = code === FIRST_MESSAGE_REFUSED
    const standing = isRefused ? { ...before, ...withRefusedFirst(before, nowMs) } : before
    if (passage?.isProbe) probing.delete(key)
    if (code === NEW_CHATS_USED_UP) {
      change(key, withCapRefusal(standing, nowMs))
      return 'last'
    }
    if (lock === 'inactive') {
      // The probe has shown that WhatsApp takes first messages again; this one it does not.
      change(key, withRefusal({ ...standing, isProbeDue: false }, nowMs))
      return 'fail'
    }
    const isHeld = lock === 'active' && standing.lock !== null && standing.lock.probeMs > nowMs
    change(key, isHeld ? standing : withUnclearLock(standing, nowMs))
    return 'last'
  }

  /** Why strangers wait, and until when; null while they do not. */
  function wait(key: DeviceKey): Wait | null {
    const standing = book.find(key)
    const hold = standing && holdOf(standing, clock.now())
    if (hold) return { reason: WaitReason.restriction, until: isoOf(hold.untilMs) }
    if (door(key) === 'closed') return { reason: WaitReason.restriction, until: null }
    const roomMs = standing ? roomAtMs(standing, clock.now()) : null
    return roomMs === null ? null : { reason: WaitReason.dailyCap, until: toIso(roomMs) }
  }

  /** The device's standing as its owner sees it. */
  function show(key: DeviceKey): DeviceStanding {
    const standing = book.find(key)
    if (!standing) return { restriction: null, quota: null, firstMessageCount: 0 }
    const nowMs = clock.now()
    const hold = holdOf(standing, nowMs)
    const today = limitAt(standing, nowMs)
    return {
      restriction: hold && {
        kind: hold.kind,
        until: isoOf(hold.untilMs),
        since: toIso(hold.sinceMs),
      },
      quota: standing.cap,
      firstMessageCount: countAt(standing, nowMs),
      ...(today !== null && {
        limits: { dailyLimit: standing.dailyLimit, isWarmingUp: standing.warmUp !== null, today },
      }),
    }
  }

  function lockChanged({ key, lock }: EventOf<'time_lock'>): void {
    const standing = book.of(key)
    if (!standing || (!lock.isActive && standing.lock === null)) return
    change(key, withLock(standing, lock, clock.now()))
  }

  function capChanged({ key, cap }: EventOf<'new_chat_cap'>): void {
    const standing = book.of(key)
    if (standing) change(key, withCap(standing, cap, clock.now()))
  }

  function keepDeliveries(key: DeviceKey, deliveries: string): void {
    const standing = book.of(key)
    if (standing) book.put(key, { ...standing, deliveries })
  }

  async function forget({ key, userId, deviceId }: EventOf<'device_removed'>): Promise<void> {
    timers.get(key)?.()
    timers.delete(key)
    await book.forget(key, { userId, deviceId })
  }

  /**
   * Sets what the owner allows. A warm-up that goes on is not begun anew.
   * @throws AppError `storage_unavailable`
   */
  async function limit(key: DeviceKey, { dailyLimit, isWarmingUp }: LimitChange): Promise<void> {
    const standing = book.of(key)
    if (!standing) return
    const warmUp = standing.warmUp ?? newWarmUp()
    book.put(key, {
      ...standing,
      ...(dailyLimit !== undefined && { dailyLimit }),
      ...(isWarmingUp !== undefined && { warmUp: isWarmingUp ? warmUp : null }),
    })
    armEnd(key)
    tell(key)
    await book.keep(key)
  }

  /** Keeps a change of a hold: on the disk as soon as may be, and on screens. */
  function change(key: DeviceKey, standing: Standing): void {
    book.put(key, standing)
    armEnd(key)
    book.flush().catch((error) => onFault(error, key))
    tell(key)
  }

  function tell(key: DeviceKey): void {
    const owner = findOwner(key)
    if (owner) publish(owner.userId, { type: 'device', id: owner.deviceId })
    onChange(key)
  }

  /** Looks again when a hold ends or there is room for a first message. */
  function armEnd(key: DeviceKey): void {
    timers.get(key)?.()
    timers.delete(key)
    const endMs = nextEnd(key)
    if (endMs === null) return
    const cancel = clock.after(Math.min(endMs - clock.now(), LOOK_AGAIN_MS), () => {
      // A wall clock that was set back makes the hold last longer than the timer.
      armEnd(key)
      if (clock.now() >= endMs || !timers.has(key)) tell(key)
    })
    timers.set(key, cancel)
  }

  function nextEnd(key: DeviceKey): number | null {
    const standing = book.find(key)
    if (!standing) return null
    const ends = [
      holdOf(standing, clock.now())?.probeMs ?? null,
      roomAtMs(standing, clock.now()),
    ].filter((each) => each !== null)
    return ends.length === 0 ? null : Math.min(...ends)
  }

  async function close(): Promise<void> {
    for (const cancel of timers.values()) cancel()
    timers.clear()
    await book.flush()
  }
}

/** Whether a refusal is about the account's first messages, and not about the message. */
export function isAboutFirstMessages(code: number): boolean {
  return code === FIRST_MESSAGE_REFUSED || code === NEW_CHATS_USED_UP
}

function isoOf(ms: number | null): string | null {
  return ms === null ? null : toIso(ms)
}
