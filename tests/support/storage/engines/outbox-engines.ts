import { randomUUID } from 'node:crypto'
import type { WebhookOutboxStore } from '../../../../src/domain/webhooks/webhook-outbox-store.ts'
import type { OutboxLimits } from '../../../../src/storage/outbox/instance-outbox.ts'
import { openWebhookOutbox } from '../../../../src/storage/outbox/webhook-outbox.ts'
import { openWebhookOutbox as openInPostgres } from '../../../../src/storage-postgres/outbox/webhook-outbox.ts'
import { openTestDatabase } from '../postgres.ts'

/** Opens a store over the data of an earlier one in the same folder. */
export type OpenOutbox = (
  dir: string,
  limits?: OutboxLimits,
) => Promise<{ readonly store: WebhookOutboxStore; readonly close: () => Promise<unknown> }>

/** Every implementation of `WebhookOutboxStore`. */
export const outboxEngines = {
  files: async (dir, limits) => {
    const { close, ...store } = await openWebhookOutbox({ dir, ...(limits && { limits }) })
    return { store, close }
  },
  PostgreSQL: async (dir, limits) => {
    const db = await openTestDatabase(dir)
    const store = openInPostgres({ db, owner: randomUUID(), ...(limits && { limits }) })
    return { store, close: () => db.destroy() }
  },
} as const satisfies Readonly<Record<string, OpenOutbox>>
