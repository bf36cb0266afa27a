import type { Wait } from '../../../contract/campaigns/campaign.ts'
import { WaitReason } from '../../../contract/campaigns/campaign-status.ts'
import type { DeviceStanding } from '../../../contract/devices/device-standing.ts'
import { FIRST_MESSAGE_REFUSED, type LockState, NEW_CHATS_USED_UP } from '../../account-limits.ts'
import { type Clock, toIso } from '../../clock.ts'
import type { EventOf } from '../../engine-events.ts'
import type { Publish } from '../../events.ts'
import type { Acquaintance, DeviceKey, SendOutcome } from '../../messenger.ts'
import type { OwnedStore } from '../../store.ts'
import { createFirstMessageLimits } from './first-message-limits.ts'
import { countAt, limitAt, roomAtMs, withRefusedFirst } from './first-messages.ts'
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
  /** Whether nothing was ever sent to this person from here before. */
  readonly isFirst: boolean
  /** The minute since 1970 in which a first message counts. */
  readonly minute?: number | null
}

/** What becomes of a stranger who was refused: tried again last of all, or not any more. */
export type AfterRefusal = 'last' | 'fail'

/** A timer that a sleeping machine or a changed clock made wrong is noticed after this time. */
const LOOK_AGAIN_MS = 5 * 60_000

/**
 * Holds the strangers of each device back while WhatsApp limits its first messages. Conversations
 * go on. Holds are kept on the disk; none ever shortens another.
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
  /** Called when the device may write to more or fewer recipients. */
  readonly onChange: (key: DeviceKey) => void
  readonly onFault: (error: unknown, subject: string) => void
}) {
  const book = await createStandingBook({ store, findOwner, clock, onFault })
  const limits = createFirstMessageLimits({ book, clock, onChange: limitChanged })
  const probing = new Set<DeviceKey>()
  const timers = new Map<DeviceKey, () => void>()

  for (const key of book.keys()) armEnd(key)

  return {
    door,
    hasRoomFor: limits.hasRoom,
    enter,
    enterCampaign,
    kept: limits.kept,
    conclude,
    limit: limits.set,
    wait,
    show,
    onTimeLock,
    onNewChatCap,
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

  /** Lets one stranger of a campaign pass, within the limit of the device's owner. */
  function enterCampaign(key: DeviceKey, acquaintance: Acquaintance): Passage | undefined {
    const isFull = acquaintance === 'none' && !limits.hasRoom(key)
    return isFull ? undefined : enter(key, acquaintance)
  }

  /**
   * Lets one stranger pass, or returns undefined. Every passage ends with one `conclude`, and a
   * first message counts towards the owner's limit, which single messages do not wait for.
   */
  function enter(key: DeviceKey, acquaintance: Acquaintance): Passage | undefined {
    const state = door(key)
    if (state === 'closed') return undefined
    const isProbe = state === 'probe'
    if (isProbe) probing.add(key)
    const isFirst = acquaintance === 'none'
    return { isProbe, isFirst, minute: isFirst ? limits.count(key) : null }
  }

  /**
   * Takes in what became of a message, also of one to a person in conversation (without a passage),
   * since WhatsApp may see that person as a stranger. Without an outcome it never left.
   */
  function conclude(
    key: DeviceKey,
    passage: Passage | undefined,
    outcome: SendOutcome | null,
  ): AfterRefusal | undefined {
    const mayHaveLeft = outcome?.kind === 'accepted' || outcome?.kind === 'unknown'
    const settle = mayHaveLeft ? limits.keepCounted : limits.giveBack
    settle(key, passage?.minute ?? null)
    if (outcome?.kind === 'refused' && isAboutFirstMessages(outcome.code)) {
      const { code, lock = 'unknown' } = outcome
      return refused(key, { code, lock }, passage)
    }
    if (!passage) return undefined
    if (outcome?.kind === 'accepted') accepted(key, passage)
    else if (passage.isProbe && probing.delete(key)) onChange(key)
    return undefined
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
      // No lock is in force: WhatsApp takes first messages again, and refused only this one.
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

  function onTimeLock({ key, lock }: EventOf<'time_lock'>): void {
    const standing = book.of(key)
    if (!standing || (!lock.isActive && standing.lock === null)) return
    change(key, withLock(standing, lock, clock.now()))
  }

  function onNewChatCap({ key, cap }: EventOf<'new_chat_cap'>): void {
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

  function limitChanged(key: DeviceKey): void {
    armEnd(key)
    announce(key)
  }

  /** Keeps a change of a hold: on the disk as soon as may be, and on screens. */
  function change(key: DeviceKey, standing: Standing): void {
    book.put(key, standing)
    armEnd(key)
    book.flush().catch((error) => onFault(error, key))
    announce(key)
  }

  function announce(key: DeviceKey): void {
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
      if (clock.now() >= endMs || !timers.has(key)) announce(key)
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
