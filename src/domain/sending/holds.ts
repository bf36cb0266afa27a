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
  firstMessageCount,
  holdOf,
  newStanding,
  type Standing,
  withAcceptance,
  withCap,
  withCapRefusal,
  withLock,
  withRefusal,
  withUnclearLock,
} from './standing.ts'

export type Holds = Awaited<ReturnType<typeof createHolds>>

/** Whether strangers may be written to: all, one to see whether they may, or none. */
type Door = 'open' | 'probe' | 'closed'

/** A message to a stranger on its way. */
export type Passage = {
  readonly isProbe: boolean
  /** Whether nothing was ever sent to this person from here before. */
  readonly isFirst: boolean
}

/** What becomes of somebody who was refused: tried again last of all, or not any more. */
export type AfterRefusal = 'last' | 'fail'

/** Counts need not be on the disk at once; holds do. */
const SAVE_INTERVAL_MS = 3_000

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
  const standings = new Map<DeviceKey, Standing>()
  const probing = new Set<DeviceKey>()
  const timers = new Map<DeviceKey, () => void>()
  const unsaved = new Set<DeviceKey>()
  let cancelSave: (() => void) | undefined

  for (const { record } of await store.listAll()) {
    standings.set(record.key, record)
    armEnd(record.key)
  }

  return {
    door,
    enter,
    conclude,
    wait,
    show,
    lockChanged,
    capChanged,
    deliveriesOf: (key: DeviceKey) => standings.get(key)?.deliveries ?? '',
    keepDeliveries,
    forget,
    flush,
    close,
  }

  function door(key: DeviceKey): Door {
    const standing = standings.get(key)
    if (!standing) return 'open'
    if (holdOf(standing, clock.now())) return 'closed'
    if (!standing.isProbeDue) return 'open'
    return probing.has(key) ? 'closed' : 'probe'
  }

  /** Lets one stranger pass, or returns undefined. Every passage ends with one `conclude`. */
  function enter(key: DeviceKey, acquaintance: Acquaintance): Passage | undefined {
    const state = door(key)
    if (state === 'closed') return undefined
    const isProbe = state === 'probe'
    if (isProbe) probing.add(key)
    return { isProbe, isFirst: acquaintance === 'none' }
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
    if (outcome?.kind === 'refused' && isAboutFirstMessages(outcome.code)) {
      const { code, lock = 'unknown' } = outcome
      return refused(key, { code, lock }, passage)
    }
    if (!passage) return undefined
    if (outcome?.kind === 'accepted') accepted(key, passage)
    else if (passage.isProbe && probing.delete(key)) onChange(key)
    return undefined
  }

  function accepted(key: DeviceKey, { isProbe, isFirst }: Passage): void {
    const standing = of(key)
    if (!standing) return
    const next = withAcceptance(standing, { isFirst, nowMs: clock.now() })
    if (!isProbe) {
      put(key, next)
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
    const standing = of(key)
    if (!standing) return 'fail'
    const nowMs = clock.now()
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
    const standing = standings.get(key)
    const hold = standing && holdOf(standing, clock.now())
    if (hold) return { reason: WaitReason.restriction, until: isoOf(hold.untilMs) }
    return door(key) === 'closed' ? { reason: WaitReason.restriction, until: null } : null
  }

  /** The device's standing as its owner sees it. */
  function show(key: DeviceKey): DeviceStanding {
    const standing = standings.get(key)
    if (!standing) return { restriction: null, quota: null, firstMessageCount: 0 }
    const hold = holdOf(standing, clock.now())
    return {
      restriction: hold && {
        kind: hold.kind,
        until: isoOf(hold.untilMs),
        since: toIso(hold.sinceMs),
      },
      quota: standing.cap,
      firstMessageCount: firstMessageCount(standing, clock.now()),
    }
  }

  function lockChanged({ key, lock }: EventOf<'time_lock'>): void {
    const standing = of(key)
    if (!standing || (!lock.isActive && standing.lock === null)) return
    change(key, withLock(standing, lock, clock.now()))
  }

  function capChanged({ key, cap }: EventOf<'new_chat_cap'>): void {
    const standing = of(key)
    if (standing) change(key, withCap(standing, cap, clock.now()))
  }

  function keepDeliveries(key: DeviceKey, deliveries: string): void {
    const standing = of(key)
    if (standing) put(key, { ...standing, deliveries })
  }

  async function forget({ key, userId, deviceId }: EventOf<'device_removed'>): Promise<void> {
    timers.get(key)?.()
    timers.delete(key)
    standings.delete(key)
    unsaved.delete(key)
    await store.remove(userId, deviceId)
  }

  function of(key: DeviceKey): Standing | undefined {
    const known = standings.get(key)
    if (known) return known
    const owner = findOwner(key)
    return owner && newStanding(owner.deviceId, key)
  }

  /** Keeps a change of a hold: on the disk as soon as may be, and on screens. */
  function change(key: DeviceKey, standing: Standing): void {
    put(key, standing)
    armEnd(key)
    save(key)
    tell(key)
  }

  function tell(key: DeviceKey): void {
    const owner = findOwner(key)
    if (owner) publish(owner.userId, { type: 'device', id: owner.deviceId })
    onChange(key)
  }

  function put(key: DeviceKey, standing: Standing): void {
    standings.set(key, standing)
    unsaved.add(key)
    cancelSave ??= clock.after(SAVE_INTERVAL_MS, () => save(key))
  }

  function save(key: DeviceKey): void {
    flush().catch((error) => onFault(error, key))
  }

  function armEnd(key: DeviceKey): void {
    timers.get(key)?.()
    timers.delete(key)
    const standing = standings.get(key)
    const hold = standing && holdOf(standing, clock.now())
    if (!hold) return
    const cancel = clock.after(hold.probeMs - clock.now(), () => {
      // A wall clock that was set back makes the hold last longer than the timer.
      armEnd(key)
      tell(key)
    })
    timers.set(key, cancel)
  }

  /** Saves what has changed. What the disk refuses is saved with the next change. */
  async function flush(): Promise<void> {
    cancelSave?.()
    cancelSave = undefined
    for (const key of [...unsaved]) {
      const standing = standings.get(key)
      const owner = findOwner(key)
      unsaved.delete(key)
      if (!standing || !owner) continue
      try {
        await store.save(owner.userId, standing)
      } catch (error) {
        unsaved.add(key)
        throw error
      }
    }
  }

  async function close(): Promise<void> {
    for (const cancel of timers.values()) cancel()
    timers.clear()
    await flush()
  }
}

/** Whether a refusal is about the account's first messages, and not about the message. */
export function isAboutFirstMessages(code: number): boolean {
  return code === FIRST_MESSAGE_REFUSED || code === NEW_CHATS_USED_UP
}

function isoOf(ms: number | null): string | null {
  return ms === null ? null : toIso(ms)
}
