import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { clock } from '../../../../src/daemon/clock.ts'
import type { LedgerStore } from '../../../../src/domain/sending/ledger/ledger-store.ts'
import { createSendLedgers } from '../../../../src/domain/sending/ledger/send-ledgers.ts'
import { openLedgerStore as openLedgerFiles } from '../../../../src/storage/ledger/ledger-store.ts'
import type { Database } from '../../../../src/storage-postgres/database.ts'
import { underFence } from '../../../../src/storage-postgres/fenced-database.ts'
import { openLeases } from '../../../../src/storage-postgres/leases.ts'
import { openLedgerStore } from '../../../../src/storage-postgres/ledger/ledger-store.ts'
import { aDataFolder } from '../data-folder.ts'
import { openTestDatabase } from '../postgres.ts'
import { header } from '../send-ledgers.ts'
import { aHolder } from './lease-engines.ts'

/** Opens ledgers over the data of earlier ones in the same folder. */
type OpenEngine = (dir: string) => Promise<{
  /** Opens one store at a time: all ledgers must be closed before it is opened again. */
  openStore(): Promise<LedgerStore>
  close(): Promise<void>
}>

/** Every implementation of `LedgerStore`, by what it is called in the titles of tests. */
export const ledgerEngines: Readonly<Record<string, OpenEngine>> = {
  files: async (dir) => ({
    openStore: () => openLedgerFiles({ dir, onTornLine: fail }),
    close: async () => undefined,
  }),
  PostgreSQL: async (dir) => {
    const db = await openTestDatabase(dir)
    const node = await aNode(db)
    return {
      openStore: async () => node.store,
      close: async () => {
        await node.leave()
        await db.destroy()
      },
    }
  },
}

const { userId } = header

/**
 * A program over a database, for as long as it has the account of the tests' campaigns; a second
 * one only reads meanwhile.
 */
export async function aNode(db: Database) {
  const nodeId = randomUUID()
  const leases = openLeases(db)
  const take = await aHolder(db, nodeId)
  const taken = await take(userId).catch(() => undefined)
  const fence = taken ?? { userId, nodeId, epoch: 0 }
  return {
    store: openLedgerStore({
      ...{ db: underFence(db, { fence }), ownerId: userId },
      isHeld: () => taken !== undefined,
    }),
    /** Gives the account up without the node noticing. */
    loseUnheard: () => leases.leave(nodeId),
    leave: () => leases.leave(nodeId),
  }
}

export function sendLedgersOver(store: LedgerStore) {
  return createSendLedgers({ store, after: clock.after, idleMs: 60_000, onIdleFailure: fail })
}

type Ledgers = ReturnType<typeof sendLedgersOver>

/** The ledgers of an engine in a folder of their own, until the test is over. */
export async function someLedgers(open: OpenEngine) {
  const dir = await aDataFolder()
  let engine = await open(dir)
  let ledgers = sendLedgersOver(await engine.openStore())
  onTestFinished(async () => {
    await ledgers.close()
    await engine.close()
  })
  /** Opens the ledgers as another process would find them. */
  const restart = async (): Promise<Ledgers> => {
    await ledgers.close()
    await engine.close()
    engine = await open(dir)
    ledgers = sendLedgersOver(await engine.openStore())
    return ledgers
  }
  const reopen = async (): Promise<Ledgers> => {
    await ledgers.close()
    ledgers = sendLedgersOver(await engine.openStore())
    return ledgers
  }
  return { ledgers, restart, reopen }
}

function fail(error: unknown): never {
  throw error
}
