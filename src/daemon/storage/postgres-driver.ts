import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Fence } from '../../domain/cluster/lease-store.ts'
import type { Log } from '../../http/services.ts'
import { hashApiKey } from '../../security/passwords.ts'
import { removeDeadStagings } from '../../storage/backup/staging.ts'
import { makeFolder } from '../../storage/files/durable-write.ts'
import { openDataDir } from '../../storage/lock/data-dir.ts'
import { watchWritability } from '../../storage/lock/writability.ts'
import { openBinRecords } from '../../storage-postgres/bin-records.ts'
import { openCampaigns } from '../../storage-postgres/campaigns.ts'
import { openContactListRows } from '../../storage-postgres/contacts/contact-lists.ts'
import { type DatabaseOptions, isReachable, openDatabase } from '../../storage-postgres/database.ts'
import { openDirectSends } from '../../storage-postgres/direct-sends.ts'
import { openKeyedRecords } from '../../storage-postgres/keyed-records.ts'
import { openLastMessages } from '../../storage-postgres/last-messages.ts'
import { openLedgerStore } from '../../storage-postgres/ledger/ledger-store.ts'
import { openWebhookOutbox } from '../../storage-postgres/outbox/webhook-outbox.ts'
import { openPersonIndex } from '../../storage-postgres/person-index.ts'
import { openRecords } from '../../storage-postgres/records.ts'
import { openReplyLogs } from '../../storage-postgres/reply-logs.ts'
import { openSettings } from '../../storage-postgres/settings.ts'
import { openWebhookMessages } from '../../storage-postgres/threads/webhook-messages.ts'
import { openUploadRows } from '../../storage-postgres/uploads.ts'
import { clock } from '../clock.ts'
import type { RecordKind, StorageDriver } from './storage-driver.ts'

type Needs = Pick<DatabaseOptions, 'url'> & {
  /** Names this process among those that share the database. */
  readonly nodeId: string
  /** The lease that this process has of an account. */
  readonly fenceOf: (userId: string) => Fence | undefined
}

/**
 * Keeps everything in a database that several programs share. The data folder is left with what
 * this one alone needs for the moment.
 * @throws DataDirError, AppError `storage_unavailable`
 */
export async function openPostgresDriver(
  config: Config,
  log: Log,
  { url, nodeId, fenceOf }: Needs,
): Promise<StorageDriver> {
  const dataDir = await openDataDir(config.dataDir)
  try {
    const faultOf = (text: string) => (err: unknown) => log.error({ err }, text)
    const onFault = faultOf('a connection to the database was lost')
    const db = await openDatabase({ url, onFault })
    const [authDir, tempDir] = ['auth', 'tmp'].map((name) => join(dataDir.path, name)) as [
      string,
      string,
    ]
    for (const folder of [authDir, tempDir]) await makeFolder(folder)
    await removeDeadStagings(tempDir)
    const probe = watchWritability({ canWrite: () => isReachable(db) })
    const closers: (() => unknown)[] = []
    const closedLater = <Part extends { close(): unknown }>(part: Part): Part => {
      closers.push(() => part.close())
      return part
    }
    const binOf = <Record>({ name: kind, ...shape }: RecordKind<Record>) => {
      const onFault = faultOf('a removed record could not be put away')
      return { db, kind, ...shape, clock, onFault }
    }
    const { contactsPerList: maxContacts, lists: maxLists } = config.quotas

    return {
      settings: openSettings(db),
      damages: noDamages,
      journal: { totals: () => ({ writeCount: 0, syncCount: 0, bytes: 0 }) },
      seenAtMs: null,
      restored: null,
      forgetRestored: async () => undefined,
      authDir,
      tempDir,
      isWritable: probe.isWritable,
      records: async ({ name: kind, ...shape }) => openRecords({ db, kind, ...shape }),
      keyedRecords: async ({ name: kind, ...shape }, keysOf) =>
        openKeyedRecords({ db, kind, ...shape, keysOf, digest: hashApiKey }),
      campaigns: async (kind) => closedLater(openCampaigns(binOf(kind))),
      optOuts: async (kind) => closedLater(openBinRecords(binOf(kind))),
      lists: async () =>
        closedLater(
          await openContactListRows({
            ...{ db, clock, maxContacts, maxLists },
            onFault: faultOf('contact lists could not be put in order'),
          }),
        ),
      uploads: () => openUploadRows({ db, quotas: config.quotas }),
      ledgers: async () => openLedgerStore({ db, fenceOf }),
      directSends: async () => openDirectSends({ db }),
      lastMessages: async () => openLastMessages({ db }),
      people: async () => openPersonIndex(db),
      messages: async () => openWebhookMessages({ db, keep: config.webhookMessagesKept }),
      replies: async () => openReplyLogs({ db }),
      outbox: async () => openWebhookOutbox({ db, owner: nodeId }),
      begin: async () => undefined,
      close: async () => {
        probe.stop()
        for (const end of closers) await end()
        await db.destroy()
        await dataDir.release()
      },
    }
  } catch (error) {
    await dataDir.release()
    throw error
  }
}

/** The database looks after its own. */
const noDamages: StorageDriver['damages'] = {
  list: () => [],
  count: () => 0,
  removeOld: async () => ({ removed: 0, bytes: 0 }),
}
