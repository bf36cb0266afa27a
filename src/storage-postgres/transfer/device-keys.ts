import { sql } from 'kysely'
import type { z } from 'zod'
import { SpooledEventRecord } from '../../contract/messages/spooled-event-record.ts'
import { BEHIND_ROW } from '../../domain/devices/device-keys.ts'
import type { SpooledEvent } from '../../domain/devices/spool.ts'
import type { Portable, Portion } from '../../domain/transfer/portable.ts'
import { byNames, byText, type MovedDevice, type MovedKey } from '../../domain/transfer/portions.ts'
import { asked, type Database } from '../database.ts'
import { fromColumn, toColumn } from '../texts.ts'
import { type Reading, readingAll, rowsOf } from './reading.ts'

const Event: z.ZodType<SpooledEvent> = SpooledEventRecord

const KEYS_AT_ONCE = 500

type KeyRow = { readonly name: string; readonly value: string }
type Store = MovedDevice & { readonly id: string; readonly isBehind: boolean }

/** WhatsApp's keys of all devices, and what arrived and was not handled. */
export function portableDeviceKeys(db: Database): Portable<MovedDevice, MovedKey> {
  return { dump, fill }

  function dump() {
    return readingAll(db, async function* (tx) {
      for (const { id, isBehind, ...head } of (await storesIn(tx)).sort(byNames(namesOf))) {
        const keys = await keysOf(tx, id)
        // As whoever opens them would find: the one who had them open ended before it closed them.
        if (isBehind) keys.set(BEHIND_ROW, 'true')
        const events = await eventsOf(tx, id)
        const isEmpty = head.label === null && keys.size === 0 && events.length === 0
        if (!isEmpty) yield { head, rows: rowsIn(keys, events) }
      }
    })
  }

  async function fill(portions: AsyncIterable<Portion<MovedDevice, MovedKey>>): Promise<void> {
    for await (const { head, rows } of portions) {
      const { userId, key, label } = head
      const store = {
        ...{ user_id: userId, device_key: key },
        ...{ server_key: label?.serverKey ?? null, is_paired: label?.isPaired ?? false },
      }
      const { id } = await asked(() =>
        db.insertInto('device_stores').values(store).returning('id').executeTakeFirstOrThrow(),
      )
      let eventCount = 0
      for await (const some of rows) {
        const keys = some.flatMap((row) => ('event' in row ? [] : row))
        const events = some.flatMap((row) => ('event' in row ? row.event : []))
        await writeKeys(id, keys)
        await writeEvents(id, { events, last: eventCount })
        eventCount += events.length
      }
    }
  }

  async function writeKeys(id: string, keys: readonly KeyRow[]): Promise<void> {
    if (keys.length === 0) return
    const rows = keys.map(({ name, value }) => ({ store_id: id, name: toColumn(name), value }))
    await asked(() => db.insertInto('device_keys').values(rows).execute())
  }

  async function writeEvents(
    id: string,
    { events, last }: { readonly events: readonly SpooledEvent[]; readonly last: number },
  ): Promise<void> {
    if (events.length === 0) return
    const rows = events.map((event, place) => ({
      ...{ store_id: id, number: last + place + 1, event: JSON.stringify(event) },
    }))
    await asked(() => db.insertInto('spooled_events').values(rows).execute())
  }
}

async function storesIn(tx: Reading): Promise<Store[]> {
  const rows = await asked(() =>
    tx
      .selectFrom('device_stores')
      .where('aside', 'is', null)
      .select(['id', 'user_id', 'device_key', 'server_key', 'is_paired', 'keys_opening'])
      .execute(),
  )
  return rows.map((row) => ({
    ...{ id: row.id, userId: row.user_id, key: row.device_key },
    label: row.server_key === null ? null : { serverKey: row.server_key, isPaired: row.is_paired },
    isBehind: row.keys_opening !== null,
  }))
}

/** All of one device, as while it is connected. */
async function keysOf(tx: Reading, id: string): Promise<Map<string, string>> {
  const query = sql<KeyRow>`
    select name, value from device_keys where store_id = ${sql.lit(id)}::bigint
  `
  const keys = new Map<string, string>()
  for await (const rows of rowsOf(tx, query)) {
    for (const { name, value } of rows) keys.set(fromColumn(name), value)
  }
  return keys
}

async function eventsOf(tx: Reading, id: string): Promise<readonly SpooledEvent[]> {
  const rows = await asked(() =>
    tx
      .selectFrom('spooled_events')
      .where('store_id', '=', id)
      .where('is_readable', '=', true)
      .orderBy('number')
      .select('event')
      .execute(),
  )
  return rows.map(({ event }) => Event.parse(JSON.parse(event)))
}

async function* rowsIn(
  keys: ReadonlyMap<string, string>,
  events: readonly SpooledEvent[],
): AsyncGenerator<readonly MovedKey[]> {
  const sorted = [...keys].sort(([one], [other]) => byText(one, other))
  for (let from = 0; from < sorted.length; from += KEYS_AT_ONCE) {
    yield sorted.slice(from, from + KEYS_AT_ONCE).map(([name, value]) => ({ name, value }))
  }
  yield events.map((event) => ({ event }))
}

function namesOf({ userId, key }: MovedDevice) {
  return [userId, key]
}
