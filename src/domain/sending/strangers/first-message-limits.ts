import type { Clock } from '../../clock.ts'
import type { DeviceKey } from '../../messenger.ts'
import {
  hasRoom as hasRoomAt,
  limitAt,
  minuteOf,
  newWarmUp,
  withFirst,
  withoutFirst,
} from './first-messages.ts'
import type { StandingBook } from './standing-book.ts'

/** What the owner of a device changes of its limits; what is left out stays. */
export type LimitChange = {
  readonly dailyLimit?: number | null | undefined
  readonly isWarmingUp?: boolean | undefined
}

/** Counts the first messages of each device, and keeps them within what its owner allows. */
export function createFirstMessageLimits({
  book,
  clock,
  onChange,
}: {
  readonly book: StandingBook
  readonly clock: Clock
  /** Called when there is no room left, or room again. */
  readonly onChange: (key: DeviceKey) => void
}) {
  return { hasRoom, count, keepCounted, giveBack, kept, set }

  function hasRoom(key: DeviceKey): boolean {
    const standing = book.find(key)
    return !standing || hasRoomAt(standing, clock.now())
  }

  /**
   * Counts a message before it leaves: those on their way together must not exceed the limit.
   * @returns the minute since 1970 that it counts in
   */
  function count(key: DeviceKey): number | null {
    const standing = book.of(key)
    if (!standing) return null
    const nowMs = clock.now()
    book.put(key, { ...standing, ...withFirst(standing, nowMs) })
    if (!hasRoom(key)) onChange(key)
    return minuteOf(nowMs)
  }

  /** Counts a message in the present minute instead: it may have left only now. */
  function keepCounted(key: DeviceKey, minute: number | null): void {
    const standing = book.find(key)
    const nowMs = clock.now()
    if (!standing || minute === null || minute === minuteOf(nowMs)) return
    book.put(key, { ...standing, ...withFirst(withoutFirst(standing, minute), nowMs) })
  }

  /** Takes back a message counted in this minute: it did not leave, or was refused. */
  function giveBack(key: DeviceKey, minute: number | null): void {
    const standing = book.find(key)
    if (!standing || minute === null) return
    const wasFull = !hasRoom(key)
    book.put(key, { ...standing, ...withoutFirst(standing, minute) })
    if (wasFull) onChange(key)
  }

  /**
   * Resolves when a message that counts towards a limit is counted on the disk: a crash does not
   * forget it.
   * @throws AppError `storage_unavailable`
   */
  async function kept(key: DeviceKey, minute: number | null): Promise<void> {
    const standing = book.find(key)
    if (!standing || minute === null || limitAt(standing, clock.now()) === null) return
    await book.keep(key)
  }

  /**
   * Sets what the owner allows. A warm-up that goes on is not begun anew.
   * @throws AppError `storage_unavailable`
   */
  async function set(key: DeviceKey, { dailyLimit, isWarmingUp }: LimitChange): Promise<void> {
    const standing = book.of(key)
    if (!standing) return
    const warmUp = standing.warmUp ?? newWarmUp()
    book.put(key, {
      ...standing,
      ...(dailyLimit !== undefined && { dailyLimit }),
      ...(isWarmingUp !== undefined && { warmUp: isWarmingUp ? warmUp : null }),
    })
    onChange(key)
    await book.keep(key)
  }
}
