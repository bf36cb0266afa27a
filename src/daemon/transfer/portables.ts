import { createHash } from 'node:crypto'
import type { BotReply } from '../../contract/gateways/bot-reply.ts'
import { userKeys } from '../../domain/accounts/user-store.ts'
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts'
import type { StoredContact } from '../../domain/contacts/contact-list-store.ts'
import { gatewayKeys } from '../../domain/gateways/gateways.ts'
import { instanceKeys } from '../../domain/gateways/instances.ts'
import type { OptOutRecord } from '../../domain/optouts/opt-outs.ts'
import type { NotedMessage } from '../../domain/sending/last-messages.ts'
import type { Recipient } from '../../domain/sending/recipient.ts'
import type { KeysOf, Owned } from '../../domain/store.ts'
import type { Portable } from '../../domain/transfer/portable.ts'
import type {
  MovedBot,
  MovedDevice,
  MovedDirectSend,
  MovedEvent,
  MovedKey,
  MovedLedger,
  MovedList,
  MovedSettings,
  MovedThread,
} from '../../domain/transfer/portions.ts'
import { type Digest, type Move, moveOf } from '../../domain/transfer/transfer.ts'
import type { StoredUpload } from '../../domain/uploads/upload-store.ts'
import type { StoredMessage } from '../../domain/webhooks/webhook-message-store.ts'
import type { Outbox } from '../../domain/webhooks/webhook-outbox-store.ts'
import { campaignKind, keyedKinds, optOutKind, plainKinds } from '../storage/record-kinds.ts'
import type { RecordKind } from '../storage/storage-driver.ts'

type Kept = { readonly id: string }

/**
 * All that a storage keeps, by its kinds. The index by person is none of them: it follows from the
 * ledgers, and is made anew by whoever finds a campaign that is not in it.
 */
export type Portables = {
  readonly settings: Portable<MovedSettings>
  readonly lists: Portable<MovedList, StoredContact>
  readonly uploads: Portable<StoredUpload, Uint8Array>
  readonly ledgers: Portable<MovedLedger, Recipient>
  readonly directSends: Portable<{ readonly nextIndex: number }, MovedDirectSend>
  readonly lastMessages: Portable<null, NotedMessage>
  readonly threads: Portable<MovedThread, StoredMessage>
  readonly replies: Portable<MovedBot, BotReply>
  readonly outboxes: Portable<Outbox, MovedEvent>
  readonly deviceKeys: Portable<MovedDevice, MovedKey>
  records<Record extends Kept>(kind: RecordKind<Record>): Promise<Portable<Owned<Record>>>
  keyedRecords<Record extends Kept, Key extends string>(
    kind: RecordKind<Record>,
    keysOf: KeysOf<Record, Key>,
  ): Promise<Portable<Owned<Record>>>
  campaigns(kind: RecordKind<CampaignRecord>): Promise<Portable<Owned<CampaignRecord>>>
  optOuts(kind: RecordKind<OptOutRecord>): Promise<Portable<Owned<OptOutRecord>>>
}

/** What has to be moved so that nothing is left behind. */
export async function movesBetween(source: Portables, target: Portables): Promise<readonly Move[]> {
  const plain: Move[] = []
  for (const kind of Object.values<RecordKind<Kept>>(plainKinds)) {
    plain.push(await between(kind.name, (side) => side.records(kind)))
  }
  return [
    await between('settings', async ({ settings }) => settings),
    await between('users', (side) => side.keyedRecords(keyedKinds.users, userKeys)),
    await between('gateways', (side) => side.keyedRecords(keyedKinds.gateways, gatewayKeys)),
    await between('instances', (side) => side.keyedRecords(keyedKinds.instances, instanceKeys)),
    ...plain,
    await between('campaigns', (side) => side.campaigns(campaignKind)),
    await between('opt-outs', (side) => side.optOuts(optOutKind)),
    await between('lists', async ({ lists }) => lists),
    await between('uploads', async ({ uploads }) => uploads),
    await between('ledgers', async ({ ledgers }) => ledgers),
    await between('last-messages', async ({ lastMessages }) => lastMessages),
    await between('direct-sends', async ({ directSends }) => directSends),
    await between('threads', async ({ threads }) => threads),
    await between('replies', async ({ replies }) => replies),
    await between('outboxes', async ({ outboxes }) => outboxes),
    await between('device-keys', async ({ deviceKeys }) => deviceKeys),
  ]

  async function between<Head, Row>(
    kind: string,
    partOf: (side: Portables) => Promise<Portable<Head, Row>>,
  ): Promise<Move> {
    const [from, to] = [await partOf(source), await partOf(target)]
    return moveOf(kind, { source: from, target: to, newDigest })
  }
}

function newDigest(): Digest {
  const hash = createHash('sha256')
  return {
    update: (bytes) => void hash.update(bytes),
    hex: () => hash.digest('hex'),
  }
}
