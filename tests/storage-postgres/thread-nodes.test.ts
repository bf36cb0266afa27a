import { expect, onTestFinished, test } from 'vitest'
import { GATEWAY_INSTANCES_MAX_COUNT } from '../../src/contract/limits.ts'
import { openWebhookMessages } from '../../src/storage-postgres/threads/webhook-messages.ts'
import { aStoredMessage } from '../support/domain/webhook.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'
import { ana, instanceKey, many } from '../support/storage/message-store.ts'
import { dropDatabasesAfterwards, openTestDatabase } from '../support/storage/postgres.ts'

dropDatabasesAfterwards()

const phone = '5561988880001@s.whatsapp.net'
const lid = '777@lid'

async function nodes() {
  const dir = await aDataFolder()
  const node = async () => {
    const db = await openTestDatabase(dir)
    onTestFinished(() => db.destroy())
    return { db, ...openWebhookMessages({ db, keep: 50 }) }
  }
  return [await node(), await node()] as const
}

test('a message that two nodes receive at once is kept once, and counted once', async () => {
  const [a, b] = await nodes()
  const messages = many(0, 40).map((message) => ({ ...message, isUnread: true }))
  const added = await Promise.all(
    messages.flatMap((message) => [a, b].map((node) => node.add(ana, instanceKey, [message]))),
  )
  expect(added.flatMap((ids) => [...ids]).sort()).toEqual(messages.map(({ id }) => id).sort())
  expect(await a.counts(ana, instanceKey)).toEqual({ messages: 40, contacts: 1, chats: 1 })
  expect(await b.chats(ana, instanceKey)).toMatchObject([{ unreadCount: 40 }])
  await Promise.all([
    a.add(ana, instanceKey, many(40, 90)),
    b.read(ana, { ...instanceKey, remoteJid: phone, upToId: undefined }),
    b.add(ana, instanceKey, many(60, 110)),
  ])
  expect(await a.counts(ana, instanceKey)).toEqual({ messages: 50, contacts: 1, chats: 1 })
  expect(await b.unreadCount(ana, instanceKey)).toBe(0)
})

test('a receipt and its message may come at two nodes, in either order', async () => {
  const [a, b] = await nodes()
  const own = (id: string) => aStoredMessage({ id, isFromMe: true, status: 'sent' })
  await a.add(ana, instanceKey, [own('first')])
  const ids = Array.from({ length: 20 }, (_, place) => `M${place}`)
  await Promise.all(
    ids.flatMap((id) => [
      a.add(ana, instanceKey, [own(id)]),
      b.mark(ana, instanceKey, [{ id, status: 'read' }]),
    ]),
  )
  const found = await a.list(ana, { ...instanceKey, remoteJid: phone, limit: 50 })
  expect(found.map(({ status }) => status)).toEqual(['sent', ...ids.map(() => 'read')])
})

test('two nodes that learn of a contact’s second name at once make one chat', async () => {
  const [a, b] = await nodes()
  await a.add(ana, instanceKey, [
    aStoredMessage({ id: '1', remoteJid: lid, isUnread: true }),
    aStoredMessage({ id: '2', remoteJid: phone }),
  ])
  await Promise.all([
    a.add(ana, instanceKey, [aStoredMessage({ id: '3', remoteJid: phone, lid })]),
    b.add(ana, instanceKey, [aStoredMessage({ id: '4', remoteJid: phone, lid })]),
    b.add(ana, instanceKey, [aStoredMessage({ id: '5', remoteJid: lid, isUnread: true })]),
  ])
  expect(await a.chats(ana, instanceKey)).toMatchObject([{ remoteJid: phone, lid, unreadCount: 2 }])
  expect(await b.list(ana, { ...instanceKey, remoteJid: lid, limit: 9 })).toHaveLength(5)
})

test('of many new instances at once no more are made than a gateway may have', async () => {
  const [a, b] = await nodes()
  await a.db
    .insertInto('thread_instances')
    .values(
      Array.from({ length: GATEWAY_INSTANCES_MAX_COUNT - 1 }, (_, place) => ({
        ...{ user_id: ana, gateway_id: 'own', instance: `loja ${place}` },
      })),
    )
    .execute()
  const made = await Promise.allSettled(
    [a, b].map((node, place) =>
      node.add(ana, { ...instanceKey, instance: `nova ${place}` }, [aStoredMessage()]),
    ),
  )
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(made.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'instance_limit' },
  })
  expect(await a.instances(ana, 'own')).toHaveLength(GATEWAY_INSTANCES_MAX_COUNT)
  expect(await b.add(ana, { ...instanceKey, instance: 'loja 1' }, many(0, 1))).toHaveLength(1)
})

test('what a node began to delete when it ended is deleted with what is removed next', async () => {
  const [a] = await nodes()
  await a.add(ana, instanceKey, many(0, 30))
  await a.db.updateTable('thread_instances').set({ is_removed: true }).execute()
  expect(await a.instances(ana, 'own')).toEqual([])
  await a.add(ana, instanceKey, many(0, 3))
  await a.removeGateway('bia', 'own')
  expect(await a.db.selectFrom('thread_messages').select('id').execute()).toHaveLength(3)
  expect(await a.db.selectFrom('thread_chats').select('jid').execute()).toHaveLength(1)
})
