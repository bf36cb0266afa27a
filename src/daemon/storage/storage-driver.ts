import type { z } from 'zod'
import type { Bin } from '../../domain/bin.ts'
import type { CampaignRecord, CampaignStore } from '../../domain/campaigns/campaign-record.ts'
import type { ContactLists } from '../../domain/contacts/contact-lists.ts'
import type { OptOutRecord } from '../../domain/optouts/opt-outs.ts'
import type { PersonIndexStore } from '../../domain/people/person-index-store.ts'
import type { ReplyLogStore } from '../../domain/replies/reply-log.ts'
import type { DirectSendStore } from '../../domain/sending/direct/direct-message.ts'
import type { LastMessageStore } from '../../domain/sending/last-messages.ts'
import type { LedgerStore } from '../../domain/sending/ledger/ledger-store.ts'
import type { KeyedStore, KeysOf, OwnedStore } from '../../domain/store.ts'
import type { UploadStore } from '../../domain/uploads/upload-store.ts'
import type { WebhookMessageStore } from '../../domain/webhooks/webhook-message-store.ts'
import type { WebhookOutboxStore } from '../../domain/webhooks/webhook-outbox-store.ts'
import type { Restored } from '../../storage/backup/restored-mark.ts'
import type { Damages } from '../../storage/damage/damages.ts'
import type { Migration } from '../../storage/files/file-format.ts'
import type { createJournalMeter } from '../../storage/files/journal-meter.ts'

/** Records of one kind: their name in the storage, their shape, and how older ones become it. */
export type RecordKind<Record> = {
  readonly name: string
  readonly schema: z.ZodType<Record>
  readonly migrations?: readonly Migration[]
}

type Kept = { readonly id: string }

/** Secrets of the program, and the numbers that it hands out. */
type Settings = {
  /** Returns random bytes, made at the first call and the same from then on. */
  key(name: string, byteCount: number): Promise<Uint8Array>
  /** Counts from 1. A number is never handed out twice, not even after a crash. */
  nextCampaignNumber(): Promise<number>
}

/**
 * Where everything is kept. Each part is opened once, at the start, and closed with the driver.
 */
export type StorageDriver = {
  readonly settings: Settings
  /** Damaged files, where there are files. */
  readonly damages: Pick<Damages, 'list' | 'count' | 'removeOld'>
  /** Writes and syncs of journals. */
  readonly journal: Pick<ReturnType<typeof createJournalMeter>, 'totals'>
  /** The last sign of life of the program before this one, in epoch milliseconds; null: none. */
  readonly seenAtMs: number | null
  /** Where the storage came out of a backup, and no program has gone on with it since. */
  readonly restored: Restored | null
  forgetRestored(): Promise<void>
  readonly authDir: string
  readonly tempDir: string
  isWritable(): boolean
  records<Record extends Kept>(kind: RecordKind<Record>): Promise<OwnedStore<Record>>
  keyedRecords<Record extends Kept, Key extends string>(
    kind: RecordKind<Record>,
    keysOf: KeysOf<Record, Key>,
  ): Promise<KeyedStore<Record, Key>>
  campaigns(kind: RecordKind<CampaignRecord>): Promise<CampaignStore>
  optOuts(kind: RecordKind<OptOutRecord>): Promise<Bin<OptOutRecord>>
  lists(): Promise<ContactLists>
  uploads(): Promise<UploadStore>
  ledgers(): Promise<LedgerStore>
  directSends(): Promise<DirectSendStore>
  lastMessages(): Promise<LastMessageStore>
  people(): Promise<PersonIndexStore>
  messages(): Promise<WebhookMessageStore>
  replies(): Promise<ReplyLogStore>
  outbox(): Promise<WebhookOutboxStore>
  /** Called once all parts are open, before anything is handed out. */
  begin(known: { readonly campaignIds: () => Promise<readonly string[]> }): Promise<void>
  close(): Promise<void>
}

/** Where one account is kept, for as long as this node is its home. */
export type AccountDriver = StorageDriver & {
  /** Ends all writing: the account is at another node, or may be. */
  abandon(): void
}
