import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { WebhookMessageStore } from '../../../src/domain/webhooks/webhook-message-store.ts'
import { openWebhookMessages } from '../../../src/storage/messages/webhook-messages.ts'
import { openWebhookMessages as messagesInPostgres } from '../../../src/storage-postgres/threads/webhook-messages.ts'
import { aStoredMessage } from '../domain/webhook.ts'
import { aDataFolder } from './data-folder.ts'
import { openTestDatabase } from './postgres.ts'

export const instanceKey = { gatewayId: 'own', instance: 'balcao' }
export const ana = 'ana'

type Options = { readonly dir?: string; readonly keep?: number; readonly openInstances?: number }
type OpenMessages = (
  dir: string,
  options: Options & { readonly onTornLine: (line: object) => void },
) => Promise<WebhookMessageStore & { close(): Promise<unknown> }>

const KEPT = 100

/** Every implementation of `WebhookMessageStore`. */
export const messageEngines: Readonly<Record<string, OpenMessages>> = {
  files: openInFiles,
  PostgreSQL: async (dir, { keep = KEPT }) => {
    const db = await openTestDatabase(dir)
    return { ...messagesInPostgres({ db, keep }), close: () => db.destroy() }
  },
}

export const aStore = storesIn(openInFiles)

function openInFiles(...[dir, { keep = KEPT, ...options }]: Parameters<OpenMessages>) {
  return openWebhookMessages({ dir, keep, ...options })
}

/** Opens a store, which can be opened again over the same data. */
export function storesIn(open: OpenMessages) {
  return async (options: Options = {}) => {
    const dir = options.dir ?? (await aDataFolder())
    const torn: object[] = []
    const store = await open(dir, { ...options, onTornLine: (line) => torn.push(line) })
    let closing: Promise<unknown> | undefined
    const close = async (): Promise<void> => {
      closing ??= store.close()
      await closing
    }
    onTestFinished(close)
    return { ...store, dir, torn, close }
  }
}

export function many(from: number, to: number) {
  return Array.from({ length: to - from }, (_, step) =>
    aStoredMessage({
      id: `M${from + step}`,
      content: `texto ${from + step}`,
      sentAtSeconds: from + step,
    }),
  )
}

export async function texts(store: Awaited<ReturnType<typeof aStore>>, limit = 1_000) {
  const found = await store.list(ana, { ...instanceKey, remoteJid: undefined, limit })
  return found.map(({ content }) => content)
}

export async function segmentsOf(dir: string) {
  const folder = join(dir, 'messages', ana, 'own')
  const [instance = ''] = await readdir(folder)
  const names = await readdir(join(folder, instance))
  const sorted = names.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
  return sorted.map((name) => join(folder, instance, name))
}
