import { join } from 'node:path'
import type { Portable, Portion } from '../../domain/transfer/portable.ts'
import { byNames, byText, type MovedThread } from '../../domain/transfer/portions.ts'
import type { InstanceKey, StoredMessage } from '../../domain/webhooks/webhook-message-store.ts'
import type { Damages } from '../damage/damages.ts'
import { namesIn } from '../files/names-in.ts'
import { openInstanceMessages } from '../messages/instance-messages.ts'
import { readInstanceName } from '../messages/message-segments.ts'
import { openWebhookMessages } from '../messages/webhook-messages.ts'
import { unlessDamaged } from './damaged.ts'

type Place = InstanceKey & { readonly userId: string; readonly folder: string }

const everything = Number.POSITIVE_INFINITY

/** The messages of all instances, with their statuses and changes. */
export function portableThreads({
  dir,
  damages,
}: {
  readonly dir: string
  readonly damages: Damages
}): Portable<MovedThread, StoredMessage> {
  const root = join(dir, 'messages')
  return { dump, fill }

  async function* dump() {
    for (const { folder, ...key } of (await places()).sort(byNames(namesOf))) {
      const messages = await unlessDamaged(damages, () => open(folder, key.instance))
      if (!messages) continue
      try {
        const chats = messages.chats().map(({ remoteJid, lid, unreadCount }) => ({
          ...{ remoteJid, lid, unreadCount },
        }))
        chats.sort((one, other) => byText(one.remoteJid, other.remoteJid))
        yield { head: { ...key, chats }, rows: messages.arrived() }
      } finally {
        await messages.close()
      }
    }
  }

  /**
   * Finds the folders of instances. Users and gateways name theirs; the name of an instance is in
   * its files.
   */
  async function places(): Promise<Place[]> {
    const found: Place[] = []
    for (const userId of await namesIn(root)) {
      for (const gatewayId of await namesIn(join(root, userId))) {
        for (const name of await namesIn(join(root, userId, gatewayId))) {
          const folder = join(root, userId, gatewayId, name)
          const instance = await unlessDamaged(damages, () => readInstanceName(folder))
          if (typeof instance === 'string') found.push({ userId, gatewayId, instance, folder })
        }
      }
    }
    return found
  }

  function open(folder: string, instance: string) {
    const ignore = () => undefined
    const how = { keep: everything, onTornLine: ignore, onFault: ignore }
    return openInstanceMessages({ folder, instance, ...how })
  }

  async function fill(portions: AsyncIterable<Portion<MovedThread, StoredMessage>>): Promise<void> {
    const store = await openWebhookMessages({ dir, keep: everything })
    try {
      for await (const { head, rows } of portions) {
        const { userId, gatewayId, instance } = head
        const key = { gatewayId, instance }
        await store.add(userId, key, [])
        for await (const messages of rows) {
          await store.add(userId, key, messages)
          for (const { id, remoteJid, isFromMe, change, content } of messages) {
            if (change === undefined) continue
            const text = change === 'taken_back' ? null : content
            await store.change(userId, key, { id, remoteJid, isFromMe, text })
          }
        }
      }
    } finally {
      await store.close()
    }
  }
}

function namesOf({ userId, gatewayId, instance }: Place) {
  return [userId, gatewayId, instance]
}
