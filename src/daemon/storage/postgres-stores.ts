import type { Config } from '../../config.ts'
import { everyStep } from '../../domain/every-step.ts'
import type { Log } from '../../http/services.ts'
import { hashApiKey } from '../../security/passwords.ts'
import { openBinRecords } from '../../storage-postgres/bin-records.ts'
import { openCampaigns } from '../../storage-postgres/campaigns.ts'
import { openContactListRows } from '../../storage-postgres/contacts/contact-lists.ts'
import type { ViewOrders } from '../../storage-postgres/contacts/list-views.ts'
import { openDirectSends } from '../../storage-postgres/direct-sends.ts'
import { openKeyedRecords } from '../../storage-postgres/keyed-records.ts'
import { openLastMessages } from '../../storage-postgres/last-messages.ts'
import { openLedgerStore } from '../../storage-postgres/ledger/ledger-store.ts'
import { openWebhookOutbox } from '../../storage-postgres/outbox/webhook-outbox.ts'
import { openPersonIndex } from '../../storage-postgres/person-index.ts'
import { openRecords } from '../../storage-postgres/records.ts'
import { openReplyLogs } from '../../storage-postgres/reply-logs.ts'
import type { Scope } from '../../storage-postgres/scope.ts'
import { openSettings } from '../../storage-postgres/settings.ts'
import { openWebhookMessages } from '../../storage-postgres/threads/webhook-messages.ts'
import { openUploadRows } from '../../storage-postgres/uploads.ts'
import { clock } from '../clock.ts'
import type { RecordKind, StorageDriver } from './storage-driver.ts'

type Bin = { sweep(): Promise<void>; close(): Promise<void> }

export type PostgresStores = ReturnType<typeof createPostgresStores>

/** What is kept in the tables, of one account or of everybody. Nothing of it is read at the opening. */
export function createPostgresStores(
  { quotas, webhookMessagesKept: keep }: Config,
  log: Log,
  {
    orders,
    owner,
    isHeld,
    ...scope
  }: Scope & {
    readonly orders: ViewOrders
    /** Names this node for as long as it runs, and no other. */
    readonly owner: string
    /** Whether this node alone may write, as far as it knows. */
    readonly isHeld: () => boolean
  },
) {
  const { contactsPerList: maxContacts, lists: maxLists } = quotas
  const faultOf = (text: string) => (err: unknown) => log.error({ err }, text)
  const bins: Bin[] = []
  const lists = openContactListRows({
    ...{ ...scope, clock, maxContacts, maxLists, orders },
    onFault: faultOf('contacts could not be counted'),
  })

  const opened = {
    settings: openSettings(scope.db),
    records: async ({ name: kind, ...shape }) => openRecords({ ...scope, kind, ...shape }),
    keyedRecords: async ({ name: kind, ...shape }, keysOf) =>
      openKeyedRecords({ ...scope, kind, ...shape, keysOf, digest: hashApiKey }),
    campaigns: async (kind) => sweptLater(openCampaigns(binOf(kind))),
    optOuts: async (kind) => sweptLater(openBinRecords(binOf(kind))),
    lists: async () => lists,
    uploads: async () => openUploadRows({ ...scope, quotas }),
    ledgers: async () => openLedgerStore({ ...scope, isHeld }),
    directSends: async () => openDirectSends(scope),
    lastMessages: async () => openLastMessages(scope),
    people: async () => openPersonIndex(scope),
    messages: async () => openWebhookMessages({ ...scope, keep }),
    replies: async () => openReplyLogs(scope),
    outbox: async () => openWebhookOutbox({ ...scope, owner }),
  } satisfies Partial<StorageDriver>

  return { opened, sweep, close }

  function binOf<Record>({ name: kind, ...shape }: RecordKind<Record>) {
    const onFault = faultOf('a removed record could not be put away')
    return { ...scope, kind, ...shape, clock, onFault }
  }

  function sweptLater<Opened extends Bin>(bin: Opened): Opened {
    bins.push(bin)
    return bin
  }

  /** Deletes for good what was removed and can no longer be brought back. */
  async function sweep(): Promise<void> {
    for (const bin of bins) await bin.sweep()
  }

  /** Waits for what is under way in the background. */
  async function close(): Promise<void> {
    await everyStep([...bins, lists].map((part) => part.close))
  }
}
