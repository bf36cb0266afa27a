import { createAccountRemoval, type RemoveOwn } from '../domain/accounts/account-removal.ts'
import type { Accounts } from '../domain/accounts/accounts.ts'
import {
  type OwnRecords,
  removalOfLedgers,
  removalOfOutboxes,
  removalOfRecords,
  removalOfUploads,
} from '../domain/accounts/own-data.ts'
import type { createGatewayParts } from './gateways.ts'
import type { createSendingParts } from './sending.ts'
import type { Storage } from './storage/storage.ts'
import type { createWebhookParts } from './webhooks.ts'

/** Builds the removal of an account: all that is kept of a user, wherever it is. */
export function createAccountRemovalParts({
  storage,
  accounts,
  sendingParts,
  gatewayParts,
  webhookParts,
  removeOldKeys,
  onFault,
}: {
  readonly storage: Pick<
    Storage,
    | 'campaigns'
    | 'ledgers'
    | 'people'
    | 'personCards'
    | 'lists'
    | 'uploads'
    | 'outbox'
    | 'answering'
    | 'standings'
  > & {
    readonly presets: Readonly<Record<'templates' | 'defaults', OwnRecords>>
    readonly webhooks: OwnRecords
    readonly reportedConnections: OwnRecords
    readonly keptAnswers: OwnRecords
  }
  readonly accounts: Accounts
  readonly sendingParts: Pick<
    Awaited<ReturnType<typeof createSendingParts>>,
    'activity' | 'campaigns' | 'devices' | 'optOuts'
  >
  readonly gatewayParts: Pick<Awaited<ReturnType<typeof createGatewayParts>>, 'gateways'>
  readonly webhookParts: Pick<ReturnType<typeof createWebhookParts>, 'webhookOutbox'>
  readonly removeOldKeys: (deviceKey: string) => Promise<void>
  readonly onFault: (error: unknown, subject: string) => void
}) {
  const { campaigns, ledgers, people, lists, uploads, outbox, answering, presets } = storage
  const { agents, links, replyCounts, chatbots, chatSettings, instances } = answering
  const stores: readonly OwnRecords[] = [
    ...[campaigns.whole, storage.webhooks, storage.reportedConnections, storage.keptAnswers],
    ...[agents, links, replyCounts, chatbots, chatSettings, instances, storage.standings],
    ...[presets.templates, presets.defaults, storage.personCards],
  ]
  const others: readonly RemoveOwn[] = [
    gatewayParts.gateways.removeAll,
    removalOfLedgers({ campaigns: campaigns.whole, ledgers }),
    people.removeAll,
    sendingParts.activity.forgetUser,
    lists.removeAll,
    sendingParts.optOuts.removeAll,
    removalOfUploads(uploads),
    removalOfOutboxes({ store: outbox, outbox: webhookParts.webhookOutbox }),
    ...stores.map(removalOfRecords),
  ]
  const { campaigns: allCampaigns, devices } = sendingParts
  return createAccountRemoval({
    ...{ accounts, campaigns: allCampaigns, devices, removeOldKeys, others, onFault },
  })
}
