import { sql } from 'kysely'
import type { DeliverySearch } from '../../domain/webhooks/deliveries/delivery-order.ts'
import { soughtTerm } from '../../domain/webhooks/deliveries/search-terms.ts'
import type { Outbox } from '../../domain/webhooks/webhook-outbox-store.ts'
import type { Database } from '../database.ts'
import { toColumn } from '../texts.ts'
import { isStatus, placeOf } from './outbox-rows.ts'

/**
 * The rows of one outbox that match a search. It reads all rows of the outbox, whose number is
 * limited.
 */
export function foundIn(
  db: Pick<Database, 'selectFrom'>,
  outbox: Outbox,
  { event, status, since, until, q }: DeliverySearch,
) {
  const term = soughtTerm(q)
  return db
    .selectFrom('outbox_events')
    .where((at) => at.and(placeOf(outbox)))
    .$if(event !== undefined, (rows) => rows.where('event', '=', event ?? ''))
    .$if(status === 'waiting', (rows) => rows.where('ended_position', 'is', null))
    .$if(status !== undefined && status !== 'waiting', (rows) =>
      rows.where('ended_position', 'is not', null).where(isStatus(status ?? '')),
    )
    .$if(since !== undefined, (rows) => rows.where(createdAt, '>=', since ?? ''))
    .$if(until !== undefined, (rows) => rows.where(createdAt, '<', until ?? ''))
    .$if(term !== '', (rows) => rows.where(sql<boolean>`position(${term} in terms) > 0`))
}

/** Selects one page, newest first. Texts sort by their bytes, as in the file storage. */
export function pageOf(
  db: Pick<Database, 'selectFrom'>,
  outbox: Outbox,
  { after, limit, ...search }: DeliverySearch,
) {
  const id = sql<string>`id collate "C"`
  return foundIn(db, outbox, { ...search, limit })
    .$if(after !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(${createdAt}, ${id}) < (${after?.createdAt ?? ''}, ${toColumn(after?.id ?? '')})`,
      ),
    )
    .orderBy(createdAt, 'desc')
    .orderBy(id, 'desc')
    .limit(limit)
}

const createdAt = sql<string>`created_at collate "C"`
