import type { Selectable } from 'kysely'
import { z } from 'zod'
import {
  LAST_MESSAGES_KEPT_MS,
  type LastMessageStore,
  type NotedMessage,
} from '../domain/sending/last-messages.ts'
import { createBatches } from './batches.ts'
import { asked } from './database.ts'
import type { Scope } from './scope.ts'
import type { Tables } from './tables.ts'

/**
 * Outdated messages that are deleted with each new one, at most: more than one, so that they run
 * out.
 */
const DELETED_WITH_EACH = 2
const ROWS_AT_ONCE = 2_000
/** About how many bytes a message takes in a query. */
const MESSAGE_BYTES = 200

/**
 * The key in a device's record. Parsed here, since the names in it may hold what SQL refuses to
 * read.
 */
const DeviceBody = z.object({ key: z.string() })

type LastRow = { readonly at_ms: string; readonly id: string }

/**
 * The last messages that devices sent for campaigns: a row for each, for as long as an answer may
 * come.
 */
export function openLastMessages({
  db,
  ownerId,
  now = Date.now,
}: Scope & {
  /** Epoch milliseconds. */
  readonly now?: () => number
}): LastMessageStore {
  const addInBatch = createBatches(addAll, () => MESSAGE_BYTES)

  return { load, append: (message) => addInBatch('', message) }

  async function load(
    { sinceMs, deviceKey }: Parameters<LastMessageStore['load']>[0],
    take: (message: NotedMessage) => void,
  ): Promise<void> {
    const since = { at_ms: String(Math.ceil(sinceMs)), id: '0' }
    if (ownerId === undefined) return loadFrom(deviceKey, since, take)
    const keys = (await ownKeys(ownerId)).filter((key) => key === (deviceKey ?? key))
    for (const key of keys) await loadFrom(key, since, take)
  }

  /** The keys of a user's devices: a message's row names its device, and not the user. */
  async function ownKeys(userId: string): Promise<readonly string[]> {
    const own = db
      .selectFrom('records')
      .where('kind', '=', 'devices')
      .where('user_id', '=', userId)
      .select('body')
    return (await asked(() => own.execute())).map(({ body }) => DeviceBody.parse(body).key)
  }

  async function loadFrom(
    deviceKey: string | undefined,
    since: LastRow,
    take: (message: NotedMessage) => void,
  ): Promise<void> {
    let last = since
    for (;;) {
      const rows = await asked(() => select(deviceKey, last).execute())
      for (const row of rows) take(toNoted(row))
      const end = rows.at(-1)
      if (!end || rows.length < ROWS_AT_ONCE) return
      last = end
    }
  }

  /** Selects the page behind the last message that was read. */
  function select(deviceKey: string | undefined, last: LastRow) {
    const all = db.selectFrom('last_messages')
    return (deviceKey === undefined ? all : all.where('device_key', '=', deviceKey))
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('at_ms', 'id'), '>', tuple(last.at_ms, last.id)),
      )
      .orderBy('at_ms')
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .select(['id', 'device_key', 'names', 'campaign_number', 'index', 'at_ms'])
  }

  async function addAll(
    _: string,
    messages: readonly NotedMessage[],
  ): Promise<readonly undefined[]> {
    const old = db
      .selectFrom('last_messages')
      .where('at_ms', '<', String(Math.floor(now() - LAST_MESSAGES_KEPT_MS)))
      .orderBy('at_ms')
      .limit(messages.length * DELETED_WITH_EACH)
      .select('id')
      .forUpdate()
      .skipLocked()
    const query = db
      .with('dropped', (own) => own.deleteFrom('last_messages').where('id', 'in', old))
      .insertInto('last_messages')
      .values(messages.map(lastMessageRow))
    await asked(() => query.execute())
    return messages.map(() => undefined)
  }
}

export type NotedRow = Omit<Selectable<Tables['last_messages']>, 'id'>

export function toNoted(row: NotedRow): NotedMessage {
  return {
    deviceKey: row.device_key,
    names: row.names.map(Number),
    campaignNumber: row.campaign_number,
    index: row.index,
    atMs: Number(row.at_ms),
  }
}

export function lastMessageRow({ deviceKey, names, campaignNumber, index, atMs }: NotedMessage) {
  return {
    ...{ device_key: deviceKey, names: [...names], campaign_number: campaignNumber },
    ...{ index, at_ms: Math.floor(atMs) },
  }
}
