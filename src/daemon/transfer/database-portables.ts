import { hashApiKey } from '../../security/passwords.ts'
import { writeCampaignPlace } from '../../storage-postgres/campaigns.ts'
import type { Database } from '../../storage-postgres/database.ts'
import { openRecords } from '../../storage-postgres/records.ts'
import { portableDeviceKeys } from '../../storage-postgres/transfer/device-keys.ts'
import { portableDirectSends } from '../../storage-postgres/transfer/direct-sends.ts'
import { portableKeyedRecords } from '../../storage-postgres/transfer/keyed-records.ts'
import { portableLastMessages } from '../../storage-postgres/transfer/last-messages.ts'
import { portableLedgers } from '../../storage-postgres/transfer/ledgers.ts'
import { portableLists } from '../../storage-postgres/transfer/lists.ts'
import { portableOutboxes } from '../../storage-postgres/transfer/outboxes.ts'
import { portableRecords } from '../../storage-postgres/transfer/records.ts'
import { portableReplies } from '../../storage-postgres/transfer/replies.ts'
import { portableSettings } from '../../storage-postgres/transfer/settings.ts'
import { portableThreads } from '../../storage-postgres/transfer/threads.ts'
import { portableUploads } from '../../storage-postgres/transfer/uploads.ts'
import { plainKinds } from '../storage/record-kinds.ts'
import type { RecordKind } from '../storage/storage-driver.ts'
import type { Portables } from './portables.ts'

/** What a database keeps, which no node uses. */
export function databasePortables(
  db: Database,
  { nowMs, onLeft }: { readonly nowMs: number; readonly onLeft: (place: string) => void },
): Portables {
  return {
    settings: portableSettings(db),
    lists: portableLists(db),
    uploads: portableUploads(db),
    ledgers: portableLedgers(db),
    directSends: portableDirectSends(db, { nowMs }),
    lastMessages: portableLastMessages(db, { nowMs }),
    threads: portableThreads(db),
    replies: portableReplies(db),
    outboxes: portableOutboxes(db),
    deviceKeys: portableDeviceKeys(db, {
      listDevices: () => openRecords(optionsOf(plainKinds.devices)).listAll(),
      onLeft,
    }),
    records: async (kind) => portableRecords(optionsOf(kind)),
    keyedRecords: async (kind, keysOf) =>
      portableKeyedRecords({ ...optionsOf(kind), keysOf, digest: hashApiKey }),
    campaigns: async (kind) => portableRecords(optionsOf(kind), writeCampaignPlace(kind.name)),
    optOuts: async (kind) => portableRecords(optionsOf(kind)),
  }

  function optionsOf<Record>({ name: kind, ...shape }: RecordKind<Record>) {
    return { db, kind, ...shape }
  }
}
