import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { SpooledEventRecord } from '../../contract/messages/spooled-event-record.ts'
import type { Fence } from '../../domain/cluster/lease-store.ts'
import { BEHIND_ROW, type DeviceLabel } from '../../domain/devices/device-keys.ts'
import type { SpooledEvent } from '../../domain/devices/spool.ts'
import type { DeviceKey } from '../../domain/messenger.ts'
import { asked, type Database } from '../database.ts'
import type { Tables } from '../tables.ts'
import { fromColumn } from '../texts.ts'
import { createPackedRows, type PackedRows } from './packed-rows.ts'
import type { OpenPart } from './part-rows.ts'
import type { StoredSpool } from './spool.ts'

/**
 * The rows of one device: a head, with its label and the numbers of its openings, and its keys and
 * spooled events.
 */

const Event: z.ZodType<SpooledEvent> = SpooledEventRecord

const KEYS_PER_PAGE = 2_000
const NEXT_OPENING = sql<string>`nextval('device_openings')`

type Tx = Transaction<Tables>
/** A device and the user it belongs to. */
type Own = { readonly userId: string; readonly key: DeviceKey }

export async function findLabel(db: Database, key: DeviceKey): Promise<DeviceLabel | null> {
  const query = db
    .selectFrom('device_stores')
    .where('device_key', '=', key)
    .where('aside', 'is', null)
    .select(['server_key', 'is_paired'])
  const head = await asked(() => query.executeTakeFirst())
  if (!head || head.server_key === null) return null
  return { serverKey: head.server_key, isPaired: head.is_paired }
}

export async function saveLabel(tx: Tx, own: Own, label: DeviceLabel): Promise<void> {
  const { id } = await lockHead(tx, own)
  const { serverKey: server_key, isPaired: is_paired } = label
  await tx
    .updateTable('device_stores')
    .set({ server_key, is_paired })
    .where('id', '=', id)
    .execute()
}

/** Locks a device's head, and makes it where there is none. */
async function lockHead(tx: Tx, { userId, key }: Own) {
  await tx
    .insertInto('device_stores')
    .values({ user_id: userId, device_key: key })
    .onConflict((conflict) => conflict.column('device_key').where('aside', 'is', null).doNothing())
    .execute()
  return tx
    .selectFrom('device_stores')
    .where('user_id', '=', userId)
    .where('device_key', '=', key)
    .where('aside', 'is', null)
    .select(['id', 'keys_opening'])
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * Opens the keys. Where an earlier opening was not closed, the keys are marked as behind: messages
 * may have been sent with keys that were not stored.
 */
export async function beginKeys(tx: Tx, key: DeviceKey, fence: Fence): Promise<OpenPart> {
  const { id: storeId, keys_opening: earlier } = await lockHead(tx, { ...fence, key })
  if (earlier !== null) await markBehind(tx, storeId)
  const { opening } = await tx
    .updateTable('device_stores')
    .set({ keys_opening: NEXT_OPENING })
    .where('id', '=', storeId)
    .returning(sql<string>`keys_opening`.as('opening'))
    .executeTakeFirstOrThrow()
  return { storeId, kind: 'keys', opening, fence }
}

async function markBehind(tx: Tx, storeId: string): Promise<void> {
  await tx
    .insertInto('device_keys')
    .values({ store_id: storeId, name: BEHIND_ROW, value: 'true' })
    .onConflict((conflict) => conflict.columns(['store_id', 'name']).doNothing())
    .execute()
}

/** Reads all keys; after the opening nobody but the opener changes them. */
export async function loadKeys(db: Database, { storeId }: OpenPart): Promise<PackedRows> {
  const rows = createPackedRows()
  let last = ''
  for (;;) {
    const query = db
      .selectFrom('device_keys')
      .where('store_id', '=', storeId)
      .where('name', '>', last)
      .orderBy('name')
      .limit(KEYS_PER_PAGE)
      .select(['name', 'value'])
    const page = await asked(() => query.execute())
    for (const { name, value } of page) rows.set(fromColumn(name), value)
    const end = page.at(-1)
    if (!end) return rows
    last = end.name
  }
}

/** Opens the spool; rows that are no events are marked as unreadable. */
export async function beginSpool(
  tx: Tx,
  key: DeviceKey,
  fence: Fence,
): Promise<{ readonly part: OpenPart; readonly stored: StoredSpool }> {
  const { id: storeId } = await lockHead(tx, { ...fence, key })
  const { opening } = await tx
    .updateTable('device_stores')
    .set({ spool_opening: NEXT_OPENING })
    .where('id', '=', storeId)
    .returning(sql<string>`spool_opening`.as('opening'))
    .executeTakeFirstOrThrow()
  const stored = await loadSpool(tx, storeId)
  return { part: { storeId, kind: 'spool', opening, fence }, stored }
}

async function loadSpool(tx: Tx, storeId: string): Promise<StoredSpool> {
  const rows = await tx
    .selectFrom('spooled_events')
    .where('store_id', '=', storeId)
    .orderBy('number')
    .select(['number', 'event', 'is_readable'])
    .execute()
  const events = new Map<number, SpooledEvent>()
  const damaged: string[] = []
  for (const { number, event: text, is_readable: isReadable } of rows) {
    if (!isReadable) continue
    const event = parseEvent(text)
    if (event) events.set(Number(number), event)
    else damaged.push(number)
  }
  if (damaged.length > 0) await putOutOfTheWay(tx, storeId, damaged)
  return {
    events,
    lastNumber: Number(rows.at(-1)?.number ?? 0),
    damage: damaged.length > 0 ? `what is spooled as ${damaged.join(', ')} is no event` : null,
  }
}

/** Returns `undefined` for a text that is no event. */
export function parseEvent(text: string): SpooledEvent | undefined {
  try {
    return Event.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

async function putOutOfTheWay(tx: Tx, storeId: string, numbers: readonly string[]): Promise<void> {
  await tx
    .updateTable('spooled_events')
    .set({ is_readable: false })
    .where('store_id', '=', storeId)
    .where('number', 'in', numbers)
    .execute()
}

export async function remove(tx: Tx, { userId, key }: Own): Promise<void> {
  await tx
    .deleteFrom('device_stores')
    .where('user_id', '=', userId)
    .where('device_key', '=', key)
    .where('aside', 'is', null)
    .execute()
}

/**
 * Puts a device's keys and spool aside under another name; whoever has them open writes nothing
 * more.
 */
export async function setAside(tx: Tx, { userId, key }: Own, aside: string): Promise<void> {
  await tx
    .updateTable('device_stores')
    .where('user_id', '=', userId)
    .where('device_key', '=', key)
    .where('aside', 'is', null)
    .set({ aside, keys_opening: null, spool_opening: null })
    .execute()
}

export async function removeAside(tx: Tx, { userId, key }: Own): Promise<void> {
  await tx
    .deleteFrom('device_stores')
    .where('user_id', '=', userId)
    .where('device_key', '=', key)
    .where('aside', 'is not', null)
    .execute()
}
