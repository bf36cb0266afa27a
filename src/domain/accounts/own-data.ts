import { atOnce } from '../at-once.ts'
import type { LedgerMaintenance, SendLedgers } from '../sending/send-ledger.ts'
import type { OwnedStore } from '../store.ts'
import type { UploadStore } from '../uploads/upload-store.ts'
import type { WebhookOutbox } from '../webhooks/webhook-outbox.ts'
import type { WebhookOutboxStore } from '../webhooks/webhook-outbox-store.ts'
import type { RemoveOwn } from './account-removal.ts'

/** Records that belong to users. */
export type OwnRecords = Pick<OwnedStore<{ readonly id: string }>, 'list' | 'remove'>

/** Removes a user's records from a store. */
export function removalOfRecords(store: OwnRecords): RemoveOwn {
  return async (userId) => atOnce(await store.list(userId), ({ id }) => store.remove(userId, id))
}

/**
 * Removes the ledgers of a user's campaigns. A damaged ledger does not say whose it is, and belongs
 * to the user whose campaign bears its id.
 */
export function removalOfLedgers({
  campaigns,
  ledgers,
}: {
  readonly campaigns: Pick<OwnRecords, 'list'>
  readonly ledgers: Pick<LedgerMaintenance, 'header' | 'ids'> & Pick<SendLedgers, 'remove'>
}): RemoveOwn {
  return async (userId) => {
    const known = new Set((await campaigns.list(userId)).map(({ id }) => id))
    await atOnce(await ledgers.ids(), async (id) => {
      const isOwn = known.has(id) || (await ledgers.header(id))?.userId === userId
      if (isOwn) await ledgers.remove(id)
    })
  }
}

/** Removes the files that a user has uploaded. */
export function removalOfUploads(uploads: Pick<UploadStore, 'list' | 'remove'>): RemoveOwn {
  return async (userId) =>
    atOnce(await uploads.list(userId), ({ name }) => uploads.remove(userId, name))
}

/** Removes the events that wait for a user's webhooks. */
export function removalOfOutboxes({
  store,
  outbox,
}: {
  readonly store: Pick<WebhookOutboxStore, 'instances'>
  readonly outbox: Pick<WebhookOutbox, 'remove'>
}): RemoveOwn {
  return async (userId) => {
    for (const instance of await store.instances(userId)) await outbox.remove({ userId, instance })
  }
}
