import { sql } from 'kysely'
import { BEHIND_ROW } from '../../domain/devices/device-keys.ts'
import type { SpooledEvent } from '../../domain/devices/spool.ts'
import type { DeviceKey } from '../../domain/messenger.ts'
import type { Owned } from '../../domain/store.ts'
import type { Portable, Portion } from '../../domain/transfer/portable.ts'
import {
  byDevice,
  byText,
  type MovedDevice,
  type MovedKey,
} from '../../domain/transfer/portions.ts'
import { asked, type Database } from '../database.ts'
import { parseEvent } from '../keys/device-rows.ts'
import { fromColumn, toColumn } from '../texts.ts'
import { type Reading, readingAll, rowsOf } from './reading.ts'

const KEYS_AT_ONCE = 500
const EVENTS_AT_ONCE = 500

type Device = { readonly key: DeviceKey }
type KeyRow = { readonly name: string; readonly value: string }
type Store = MovedDevice & { readonly id: string; readonly isBehind: boolean }

/**
 * WhatsApp's keys of all devices, including those of earlier pairings, and the events that arrived
 * and were not handled yet.
 */
export function portableDeviceKeys(
  db: Database,
  {
    listDevices,
    onLeft,
  }: {
    readonly listDevices: () => Promise<readonly Owned<Device>[]>
    /** Called with the place of what cannot be moved; maybe more than once for one place. */
    readonly onLeft: (place: string) => void
  },
): Portable<MovedDevice, MovedKey> {
  return { dump, fill }

  function dump() {
    return readingAll(db, async function* (tx) {
      const keyOf = ({ userId, key }: Pick<Store, 'userId' | 'key'>) =>
        JSON.stringify([userId, key])
      const devices = new Set(
        (await listDevices()).map(({ userId, record }) => keyOf({ userId, key: record.key })),
      )
      for (const { id, isBehind, ...head } of (await storesIn(tx)).sort(byDevice)) {
        // Keys of a device that was removed: nothing uses them any more.
        if (!devices.has(keyOf(head))) {
          onLeft(`device_stores ${id}`)
          continue
        }
        const keys = await keysOf(tx, id)
        // The next opening would mark them as behind as well: the last one was never closed.
        if (isBehind) keys.set(BEHIND_ROW, 'true')
        const events = await eventsOf(tx, id)
        const isEmpty = head.label === null && keys.size === 0 && events.length === 0
        if (!isEmpty) yield { head, rows: rowsIn(keys, events) }
      }
    })
  }

  async function fill(portions: AsyncIterable<Portion<MovedDevice, MovedKey>>): Promise<void> {
    for await (const { head, rows } of portions) {
      const { userId, key, aside, label } = head
      const store = {
        ...{ user_id: userId, device_key: key, aside },
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

  /** Leaves out rows that are no events, as a node does when it opens the spool. */
  async function eventsOf(tx: Reading, id: string): Promise<readonly SpooledEvent[]> {
    const rows = await asked(() =>
      tx
        .selectFrom('spooled_events')
        .where('store_id', '=', id)
        .orderBy('number')
        .select(['number', 'event', 'is_readable'])
        .execute(),
    )
    return rows.flatMap(({ number, event: text, is_readable: isReadable }) => {
      const event = isReadable ? parseEvent(text) : undefined
      if (!event) onLeft(`spooled_events ${id}/${number}`)
      return event ?? []
    })
  }
}

async function storesIn(tx: Reading): Promise<Store[]> {
  const rows = await asked(() =>
    tx
      .selectFrom('device_stores')
      .select(['id', 'user_id', 'device_key', 'aside', 'server_key', 'is_paired', 'keys_opening'])
      .execute(),
  )
  return rows.map((row) => ({
    ...{ id: row.id, userId: row.user_id, key: row.device_key, aside: row.aside },
    label: row.server_key === null ? null : { serverKey: row.server_key, isPaired: row.is_paired },
    isBehind: row.keys_opening !== null,
  }))
}

/** Reads all keys of one device into memory, where a connected device has them as well. */
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

async function* rowsIn(
  keys: ReadonlyMap<string, string>,
  events: readonly SpooledEvent[],
): AsyncGenerator<readonly MovedKey[]> {
  const sorted = [...keys].sort(([one], [other]) => byText(one, other))
  for (let from = 0; from < sorted.length; from += KEYS_AT_ONCE) {
    yield sorted.slice(from, from + KEYS_AT_ONCE).map(([name, value]) => ({ name, value }))
  }
  for (let from = 0; from < events.length; from += EVENTS_AT_ONCE) {
    yield events.slice(from, from + EVENTS_AT_ONCE).map((event) => ({ event }))
  }
}
