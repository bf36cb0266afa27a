import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openWebhookMessages } from '../../../src/storage/messages/webhook-messages.ts'
import { aStoredMessage } from '../domain/webhook.ts'
import { aDataFolder } from './data-folder.ts'

export const instanceKey = { gatewayId: 'own', instance: 'balcao' }
export const ana = 'ana'

export async function aStore(
  options: { dir?: string; keep?: number; openInstances?: number } = {},
) {
  const dir = options.dir ?? (await aDataFolder())
  const torn: object[] = []
  const store = await openWebhookMessages({
    dir,
    keep: options.keep ?? 100,
    ...(options.openInstances !== undefined && { openInstances: options.openInstances }),
    onTornLine: (line) => torn.push(line),
  })
  onTestFinished(store.close)
  return { dir, torn, ...store }
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
