import { setTimeout as delay } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { Fence } from '../../domain/cluster/lease-store.ts'
import {
  asideName,
  type KeyLog,
  type KeyPlace,
  type KeyStore,
} from '../../domain/devices/device-keys.ts'
import type { Spool } from '../../domain/devices/spool.ts'
import { isStorageRefusal } from '../../domain/store.ts'
import { connectDatabase, type Database, inTransaction } from '../database.ts'
import { underFence } from '../fenced-database.ts'
import type { Tables } from '../tables.ts'
import {
  beginKeys,
  beginSpool,
  findLabel,
  loadKeys,
  remove,
  removeAside,
  saveLabel,
  setAside,
} from './device-rows.ts'
import { createKeyLog, unavailable } from './key-log.ts'
import type { PackedRows } from './packed-rows.ts'
import type { OpenPart } from './part-rows.ts'
import { createDeviceWriter, type DeviceWriter } from './part-writer.ts'
import { createSpool, type StoredSpool } from './spool.ts'

/** An unreachable database is asked again for so long. */
const PATIENCE_MS = 20_000
const RETRY_MS = 500

/**
 * Keys of the devices of one thread. It has two connections of its own, so that it can write the
 * keys of some devices while it opens those of others.
 */
export function openKeyStore({
  url,
  schema,
}: Omit<Extract<KeyPlace, { kind: 'database' }>, 'kind'>): KeyStore {
  const connect = () =>
    connectDatabase({
      ...{ url, connectionCount: 1, onFault: () => undefined },
      ...(schema !== undefined && { schema }),
    })
  const [db, writing] = [connect(), connect()]
  return {
    keysOf: openDeviceKeys(db, createDeviceWriter(writing)),
    close: async () => {
      await Promise.all([db.destroy(), writing.destroy()])
    },
  }
}

/** Each device's keys in rows of its own, written by the node that has the lease of the account. */
export function openDeviceKeys(
  db: Database,
  writer: DeviceWriter = createDeviceWriter(db),
): KeyStore['keysOf'] {
  return (key, fenceOf) => {
    const fenced = <Result>(work: (tx: Transaction<Tables>, fence: Fence) => Promise<Result>) =>
      patiently(() => fencedWork(db, fenceOf(), work))
    return {
      findLabel: () => patiently(() => findLabel(db, key)),
      saveLabel: (label) => fenced((tx, { userId }) => saveLabel(tx, { userId, key }, label)),
      open: async () => {
        const part = await fenced((tx, fence) => beginKeys(tx, key, fence))
        return logOf(part, await patiently(() => loadKeys(db, part)), writer)
      },
      openSpool: async () => {
        const opened = await fenced((tx, fence) => beginSpool(tx, key, fence))
        return spoolOf(opened.part, opened.stored, writer)
      },
      remove: () => fenced((tx, { userId }) => remove(tx, { userId, key })),
      setAside: (now, why) =>
        fenced((tx, { userId }) => setAside(tx, { userId, key }, asideName(why, now))),
      removeAside: () => fenced((tx, { userId }) => removeAside(tx, { userId, key })),
    }
  }
}

function logOf(part: OpenPart, kept: PackedRows, writer: DeviceWriter): KeyLog {
  let failure: Error | null = null
  const opened = writer.open(part, (error) => {
    failure ??= error
  })
  return createKeyLog({ rows: kept, writer: opened, failure: () => failure })
}

function spoolOf(part: OpenPart, stored: StoredSpool, writer: DeviceWriter): Spool {
  // A failure needs no note: `add` rejects with it, and the next event may be stored again.
  return createSpool(
    stored,
    writer.open(part, () => undefined),
  )
}

async function fencedWork<Result>(
  db: Database,
  fence: Fence | undefined,
  work: (tx: Transaction<Tables>, fence: Fence) => Promise<Result>,
): Promise<Result> {
  if (!fence) throw new AppError('lease_lost', 'the keys of a device are another node’s')
  return inTransaction(underFence(db, { fence }), (tx) => work(tx, fence))
}

/**
 * Tries again while the database is unreachable: a device whose keys cannot be opened stays
 * offline.
 * @throws KeysUnavailableError
 */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  const endMs = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (!isStorageRefusal(error) || performance.now() > endMs) throw unavailable(error)
      await delay(RETRY_MS)
    }
  }
}
