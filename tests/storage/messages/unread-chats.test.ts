import { describe, expect, test } from 'vitest'
import { aStoredMessage } from '../../support/domain/webhook.ts'
import { ana, aStore, instanceKey } from '../../support/storage/message-store.ts'

const phone = '5561988880001@s.whatsapp.net'
const carla = '5561988880002@s.whatsapp.net'
const lid = '777@lid'

function unread(id: string, fields: object = {}) {
  return aStoredMessage({ id, sentAtSeconds: Number(id), isUnread: true, ...fields })
}

/** Unread messages by chat, and the count of such chats, of the store and of one opened anew. */
async function counted(store: Awaited<ReturnType<typeof aStore>>) {
  const read = async (reader: typeof store) => {
    const count = await reader.unreadCount(ana, instanceKey)
    const chats = await reader.chats(ana, instanceKey)
    return { count, chats: chats.map(({ remoteJid, unreadCount }) => [remoteJid, unreadCount]) }
  }
  const now = await read(store)
  await store.close()
  const again = await aStore({ dir: store.dir })
  expect(await read(again)).toEqual(now)
  return { ...now, store: again }
}

describe('unread messages', () => {
  test('are counted by chat until it is read, also after a restart', async () => {
    const first = await aStore()
    await first.add(ana, instanceKey, [
      unread('1'),
      unread('2'),
      unread('3', { remoteJid: carla }),
      aStoredMessage({ id: '4', sentAtSeconds: 4, isFromMe: true }),
    ])
    const { store, ...before } = await counted(first)
    expect(before).toEqual({
      count: 2,
      chats: [
        [phone, 2],
        [carla, 1],
      ],
    })
    expect(await store.read(ana, { ...instanceKey, remoteJid: phone, upToId: undefined })).toBe(
      true,
    )
    expect(await store.read(ana, { ...instanceKey, remoteJid: phone, upToId: undefined })).toBe(
      false,
    )
    const { count, chats } = await counted(store)
    expect([count, new Map(chats.map(([jid, many]) => [jid, many]))]).toEqual([
      1,
      new Map<unknown, unknown>([
        [phone, 0],
        [carla, 1],
      ]),
    ])
  })

  test('that came after the last one shown stay unread', async () => {
    const store = await aStore()
    await store.add(ana, instanceKey, [unread('1'), unread('2'), unread('3')])
    await store.add(ana, instanceKey, [unread('4', { remoteJid: carla })])
    const chat = { ...instanceKey, remoteJid: phone }
    expect(await store.read(ana, { ...chat, upToId: '4' })).toBe(false)
    expect(await store.read(ana, { ...chat, upToId: 'none' })).toBe(false)
    expect(await store.read(ana, { ...chat, upToId: '2' })).toBe(true)
    expect((await counted(store)).chats).toContainEqual([phone, 1])
  })

  test('of one person’s two names are one chat’s', async () => {
    const store = await aStore()
    await store.add(ana, instanceKey, [unread('1', { remoteJid: lid }), unread('2')])
    expect(await store.unreadCount(ana, instanceKey)).toBe(2)
    await store.add(ana, instanceKey, [unread('3', { lid })])
    const { store: again, ...merged } = await counted(store)
    expect(merged).toEqual({ count: 1, chats: [[phone, 3]] })
    await again.read(ana, { ...instanceKey, remoteJid: lid, upToId: undefined })
    expect((await counted(again)).count).toBe(0)
  })

  test('that are dropped with the oldest messages count no more', async () => {
    const store = await aStore({ keep: 2 })
    await store.add(ana, instanceKey, [unread('1', { remoteJid: carla }), unread('2')])
    await store.add(ana, instanceKey, [unread('3')])
    expect(await store.unreadCount(ana, instanceKey)).toBe(1)
    await store.add(ana, instanceKey, [unread('4')])
    expect(await store.chats(ana, instanceKey)).toMatchObject([{ unreadCount: 2 }])
  })
})
