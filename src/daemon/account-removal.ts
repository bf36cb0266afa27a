import { createAccountRemoval, type RemoveOwn } from '../domain/accounts/account-removal.ts'
import type { Accounts } from '../domain/accounts/accounts.ts'
import { atOnce } from '../domain/at-once.ts'
import type { OwnedStore } from '../domain/store.ts'
import type { createGatewayParts } from './gateways.ts'
import type { createSendingParts } from './sending.ts'
import type { Storage } from './storage/storage.ts'
import type { createWebhookParts } from './webhooks.ts'

type Store = Pick<OwnedStore<{ readonly id: string }>, 'list' | 'remove'>

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
    readonly presets: Readonly<Record<'templates' | 'defaults', Store>>
    readonly webhooks: Store
    readonly reportedConnections: Store
    readonly keptAnswers: Store
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
  const stores: readonly Store[] = [
    ...[campaigns.whole, storage.webhooks, storage.reportedConnections, storage.keptAnswers],
    ...[agents, links, replyCounts, chatbots, chatSettings, instances, storage.standings],
    ...[presets.templates, presets.defaults, storage.personCards],
  ]
  const others: readonly RemoveOwn[] = [
    gatewayParts.gateways.removeAll,
    async (userId) => {
      // A damaged ledger does not say whose it is.
      const known = new Set((await campaigns.whole.list(userId)).map(({ id }) => id))
      await atOnce(await ledgers.ids(), async (id) => {
        const isOwn = known.has(id) || (await ledgers.header(id))?.userId === userId
        if (isOwn) await ledgers.remove(id)
      })
    },
    people.removeAll,
    sendingParts.activity.forgetUser,
    lists.removeAll,
    sendingParts.optOuts.removeAll,
    async (userId) =>
      atOnce(await uploads.list(userId), ({ name }) => uploads.remove(userId, name)),
    async (userId) => {
      for (const instance of await outbox.instances(userId)) {
        await webhookParts.webhookOutbox.remove({ userId, instance })
      }
    },
    ...stores.map((store) => (userId: string) => removeRecords(store, userId)),
  ]
  const { campaigns: allCampaigns, devices } = sendingParts
  return createAccountRemoval({
    ...{ accounts, campaigns: allCampaigns, devices, removeOldKeys, others, onFault },
  })
}

async function removeRecords(store: Store, userId: string): Promise<void> {
  await atOnce(await store.list(userId), ({ id }) => store.remove(userId, id))
}
