import { type Bin, REMOVED_KEPT_MS, type Removable } from '../domain/bin.ts'
import { type Clock, toIso } from '../domain/clock.ts'
import { createLaterWork } from '../domain/later-work.ts'
import { asked } from './database.ts'
import { openRecords, type RecordOptions, type StoredRecords, type WriteBeside } from './records.ts'
import { isWithin } from './scope.ts'

export type BinOptions<Record> = Omit<RecordOptions<Record>, 'only'> & {
  readonly clock: Clock
  readonly onFault: (error: unknown) => void
}

export type BinRecords<Record extends Removable> = Bin<Record> &
  Pick<StoredRecords<Record>, 'parse'> & {
    /**
     * Ends removed records whose time is over. Does nothing for that long after the opening, since
     * no handler may be set yet.
     */
    sweep(): Promise<void>
  }

/**
 * Records that can be brought back for a while after their removal. What this program removed ends
 * by itself when that time is over; what an earlier program removed ends with the next sweep.
 */
export function openBinRecords<Record extends Removable>(
  { clock, onFault, ...options }: BinOptions<Record>,
  writeBeside?: WriteBeside<Record>,
): BinRecords<Record> {
  const { db, kind, ownerId } = options
  const whole = openRecords(options, writeBeside)
  const present = openRecords({ ...options, only: 'present' }, writeBeside)
  let onGone: Parameters<Bin<Record>['whenGone']>[0] = async () => undefined
  const listenedFromMs = clock.now() + REMOVED_KEPT_MS
  /** Sweeps run one at a time; one that is wanted during another runs after it. */
  let sweeping: Promise<void> = Promise.resolve()
  let isWanted = false
  /**
   * Schedules the end of each record that was removed here, so that it does not wait for a sweep.
   */
  const ends = createLaterWork(clock)

  const { find, list, size, page, listAll, create, save, update } = present
  return {
    ...{ find, list, size, page, listAll, create, save, update, remove },
    ...{ restore, removed, whenGone, whole, parse: whole.parse, sweep, close },
  }

  function whenGone(take: typeof onGone): void {
    onGone = take
  }

  async function remove(
    userId: string,
    id: string,
    isMeant: (record: Record) => boolean = () => true,
  ): Promise<Record | undefined> {
    const removedAt = toIso(clock.now())
    let before: Record | undefined
    await present.update(userId, id, (record) => {
      before = isMeant(record) ? record : undefined
      return before && { ...before, removedAt }
    })
    if (before) ends.later(REMOVED_KEPT_MS, sweepSoon)
    return before
  }

  async function restore(userId: string, id: string): Promise<Record | undefined> {
    let isRestored = false
    const stands = await whole.update(userId, id, (record) => {
      isRestored = typeof record.removedAt === 'string'
      return isRestored ? { ...record, removedAt: null } : undefined
    })
    return isRestored ? stands : undefined
  }

  async function removed(userId: string): Promise<readonly Record[]> {
    return asked(async () => {
      const rows = await db
        .selectFrom('records')
        .where('kind', '=', kind)
        .where('removed_at', 'is not', null)
        .where('user_id', '=', userId)
        .select(['version', 'body'])
        .execute()
      return rows.map(whole.parse)
    })
  }

  async function sweep(): Promise<void> {
    if (clock.now() < listenedFromMs) return
    await sweepSoon()
  }

  function sweepSoon(): Promise<void> {
    if (!isWanted) {
      isWanted = true
      sweeping = sweeping.then(endGone).catch(onFault)
    }
    return sweeping
  }

  async function endGone(): Promise<void> {
    isWanted = false
    for (const row of await takeGone()) {
      await onGone(row.user_id, whole.parse(row)).catch(onFault)
    }
  }

  /**
   * A removal dated too far ahead of the clock ends as well: it would keep its record for too long.
   */
  function takeGone() {
    const nowMs = clock.now()
    return asked(() =>
      db
        .deleteFrom('records')
        .where('kind', '=', kind)
        .where(isWithin({ ownerId }))
        .where(({ or, eb }) =>
          or([
            eb('removed_at', '<=', new Date(nowMs - REMOVED_KEPT_MS)),
            eb('removed_at', '>', new Date(nowMs + REMOVED_KEPT_MS)),
          ]),
        )
        .returning(['user_id', 'version', 'body'])
        .execute(),
    )
  }

  async function close(): Promise<void> {
    await ends.close()
    await sweeping
  }
}
