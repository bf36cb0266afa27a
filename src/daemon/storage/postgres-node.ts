import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../../config.ts'
import type { Fence, LeaseStore } from '../../domain/cluster/lease-store.ts'
import { GOOD_MS } from '../../domain/cluster/leases.ts'
import type { KeyStore } from '../../domain/devices/device-keys.ts'
import { allEnded, everyStep } from '../../domain/every-step.ts'
import { createRounds } from '../../domain/rounds.ts'
import type { Log } from '../../http/services.ts'
import { removeDeadStagings } from '../../storage/backup/staging.ts'
import { makeFolder } from '../../storage/files/durable-write.ts'
import { type DataDir, openDataDir } from '../../storage/lock/data-dir.ts'
import { jumpsAfterSilence } from '../../storage/lock/number-jumps.ts'
import { readSeenNumbers, writeSeenNumbers } from '../../storage/lock/seen-numbers.ts'
import { watchWritability } from '../../storage/lock/writability.ts'
import { openAccountSigns } from '../../storage-postgres/account-signs.ts'
import { createCleaning } from '../../storage-postgres/cleaning.ts'
import { createViewOrders } from '../../storage-postgres/contacts/list-views.ts'
import {
  connectDatabase,
  type Database,
  isReachable,
  openDatabase,
} from '../../storage-postgres/database.ts'
import { underFence } from '../../storage-postgres/fenced-database.ts'
import { openDeviceKeys } from '../../storage-postgres/keys/device-keys.ts'
import { openLeases } from '../../storage-postgres/leases.ts'
import { openNumbers } from '../../storage-postgres/numbers.ts'
import { clock } from '../clock.ts'
import { createPostgresStores, type PostgresStores } from './postgres-stores.ts'
import type { AccountDriver, StorageDriver } from './storage-driver.ts'

const ROUND_MS = 60_000
/**
 * Two, so that one remains where the other hangs. Both may die without a word: that is noticed in
 * time for another connection to prolong the node's term.
 */
const LEASE_CONNECTIONS = {
  connectionCount: 2,
  queryTimeoutMs: GOOD_MS / 4,
  silentMs: GOOD_MS / 3,
} as const

export type PostgresNode = {
  /**
   * The driver of all accounts, under no lease: for callers who are not signed in, and to move what
   * is kept. Writes nothing of an account that may have a home. Closing it ends the node's
   * connections.
   */
  readonly front: StorageDriver
  /** The driver of one account, which sees nothing of others and writes only under its lease. */
  account(fence: Fence): Promise<AccountDriver>
  /** The leases of accounts, over connections that no other work can hold. */
  readonly leases: LeaseStore
  /** Keys of devices, as threads of WhatsApp write them. */
  readonly keysOf: KeyStore['keysOf']
}

type Needs = {
  /** `postgres://user:password@host:port/name`; never shown. */
  readonly url: string
  /** Names this process among those that share the database. */
  readonly nodeId: string
}

/**
 * Keeps everything in a database that several programs share. The data folder is left with what
 * this one alone needs for the moment.
 * @throws DataDirError, AppError `storage_unavailable`
 */
export async function openPostgresNode(
  config: Config,
  log: Log,
  { url, nodeId }: Needs,
): Promise<PostgresNode> {
  const dataDir = await openDataDir(config.dataDir)
  try {
    const onFault = (err: unknown) => log.error({ err }, 'a connection to the database was lost')
    const db = await openDatabase({ url, onFault })
    const forLeases = connectDatabase({ url, ...LEASE_CONNECTIONS, onFault })
    const opened = openOver({ db, forLeases }, { config, log, nodeId, dataDir })
    return await opened.catch(async (error: unknown) => {
      await Promise.all([db.destroy(), forLeases.destroy()])
      throw error
    })
  } catch (error) {
    await dataDir.release()
    throw error
  }
}

type Parts = {
  readonly config: Config
  readonly log: Log
  readonly nodeId: string
  readonly dataDir: DataDir
}

async function openOver(
  { db, forLeases }: { readonly db: Database; readonly forLeases: Database },
  { config, log, nodeId, dataDir }: Parts,
): Promise<PostgresNode> {
  const onFault = (err: unknown) => log.error({ err }, 'the database could not be looked after')
  const folders = { authDir: join(dataDir.path, 'auth'), tempDir: join(dataDir.path, 'tmp') }
  for (const folder of Object.values(folders)) await makeFolder(folder)
  await removeDeadStagings(folders.tempDir)
  const numbers = await watchNumbers(db, { dir: dataDir.path, log })
  const signs = openAccountSigns(db)
  const cleaning = createCleaning({ db, now: clock.now, onFault })
  const probe = watchWritability({ canWrite: () => isReachable(db) })
  const accounts = new Map<PostgresStores, string>()
  const rounds = createRounds({ after: clock.after, everyMs: ROUND_MS, work: round, onFault })
  const shared = { orders: createViewOrders(), owner: nodeId }
  const common = { ...withoutFiles, ...folders, isWritable: probe.isWritable }

  return {
    front: openFront(),
    account,
    leases: openLeases(forLeases, { enlistOver: db }),
    keysOf: openDeviceKeys(db),
  }

  function openFront(): StorageDriver {
    const { opened, close } = createPostgresStores(config, log, {
      ...{ ...shared, db, isHeld: () => true },
    })
    return { ...common, ...opened, seenAtMs: null, close: () => closeAll(close) }
  }

  async function account(fence: Fence): Promise<AccountDriver> {
    const { userId: ownerId } = fence
    const seenAtMs = await signs.seenAtMs(ownerId)
    let isAbandoned = false
    const own = underFence(db, { fence, isOver: () => isAbandoned })
    const stores = createPostgresStores(config, log, {
      ...{ ...shared, db: own, ownerId, isHeld: () => !isAbandoned },
    })
    accounts.set(stores, ownerId)
    return {
      ...{ ...common, ...stores.opened, seenAtMs },
      close: async () => {
        accounts.delete(stores)
        await stores.close()
        // A failed sign does no harm: the next home looks back further.
        if (!isAbandoned) await signs.sign([ownerId], nodeId).catch(onFault)
      },
      abandon: () => {
        isAbandoned = true
        accounts.delete(stores)
        stores.close().catch(onFault)
      },
    }
  }

  /** Runs each part by itself: one that fails does not keep another from being done. */
  async function round(): Promise<void> {
    const parts = [
      () => signs.sign([...accounts.values()], nodeId),
      numbers.look,
      ...[...accounts.keys()].map(({ sweep }) => sweep),
      cleaning.cleanInTurn,
    ]
    for (const part of parts) await part().catch(onFault)
  }

  async function closeAll(closeFront: () => Promise<void>): Promise<void> {
    probe.stop()
    await everyStep([
      rounds.stop,
      closeFront,
      () => numbers.look().catch(onFault),
      () => allEnded([db.destroy(), forLeases.destroy()]),
      dataDir.release,
    ])
  }
}

/**
 * Notes which numbers were handed out, and skips some where the database is older than the note.
 */
async function watchNumbers(
  db: Database,
  { dir, log }: { readonly dir: string; readonly log: Log },
) {
  const { last, leaveRoom } = openNumbers(db)
  let seen = await readSeenNumbers(dir)
  await look()

  return { look }

  async function look(): Promise<void> {
    if (seen && (await leaveRoom(seen, newJump))) {
      log.warn(seen, 'the database is older than what was seen of it: numbers go on further')
    }
    const now = await last()
    if (isDeepStrictEqual(now, seen)) return
    await writeSeenNumbers(dir, now)
    seen = now
  }
}

function newJump() {
  const { campaigns, singles } = jumpsAfterSilence
  return { campaigns: randomInt(...campaigns), singles: randomInt(...singles) }
}

/** What files alone need: the database looks after its own. */
const withoutFiles = {
  damages: {
    list: () => [],
    count: () => 0,
    removeOld: async () => ({ removed: 0, bytes: 0 }),
  },
  journal: { totals: () => ({ writeCount: 0, syncCount: 0, bytes: 0 }) },
  restored: null,
  forgetRestored: async () => undefined,
  begin: async () => undefined,
} as const satisfies Partial<StorageDriver>
