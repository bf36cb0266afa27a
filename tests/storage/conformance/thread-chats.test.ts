import { describe, expect, test } from 'vitest'
import { aStoredMessage, JPEG } from '../../support/domain/webhook.ts'
import {
  ana,
  instanceKey,
  many,
  messageEngines,
  storesIn,
  texts,
} from '../../support/storage/message-store.ts'
import { dropDatabasesAfterwards } from '../../support/storage/postgres.ts'

dropDatabasesAfterwards()

/** What every implementation of `WebhookMessageStore` promises. */

const phone = '5561988880001@s.whatsapp.net'
const carla = '5561988880002@s.whatsapp.net'
const lid = '777@lid'

function unread(id: string, fields: object = {}) {
  return aStoredMessage({ id, sentAtSeconds: Number(id), isUnread: true, ...fields })
}

type Store = Awaited<ReturnType<ReturnType<typeof storesIn>>>

/** Unread messages by chat, and the count of such chats, of the store and of one opened anew. */
async function counted(store: Store, aStore: ReturnType<typeof storesIn>) {
  const read = async (reader: Store) => {
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

describe.each(Object.entries(messageEngines))('unread messages in %s', (_, open) => {
  const aStore = storesIn(open)

  test('are counted by chat until it is read, also after a restart', async () => {
    const first = await aStore()
    await first.add(ana, instanceKey, [
      unread('1'),
      unread('2'),
      unread('3', { remoteJid: carla }),
      aStoredMessage({ id: '4', sentAtSeconds: 4, isFromMe: true }),
    ])
    const { store, ...before } = await counted(first, aStore)
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
    const { count, chats } = await counted(store, aStore)
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
    expect((await counted(store, aStore)).chats).toContainEqual([phone, 1])
  })

  test('of one person’s two names are one chat’s', async () => {
    const store = await aStore()
    await store.add(ana, instanceKey, [unread('1', { remoteJid: lid }), unread('2')])
    expect(await store.unreadCount(ana, instanceKey)).toBe(2)
    await store.add(ana, instanceKey, [unread('3', { lid })])
    const { store: again, ...merged } = await counted(store, aStore)
    expect(merged).toEqual({ count: 1, chats: [[phone, 3]] })
    await again.read(ana, { ...instanceKey, remoteJid: lid, upToId: undefined })
    expect((await counted(again, aStore)).count).toBe(0)
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

describe.each(Object.entries(messageEngines))(
  'messages that somebody edits or takes back in %s',
  (_, open) => {
    const aStore = storesIn(open)

    test('are changed by who wrote them and nobody else, past a restart, and gone with their file', async () => {
      const store = await aStore()
      const remoteJid = '5561988880001@s.whatsapp.net'
      const theirs = { remoteJid, isFromMe: false }
      await store.add(ana, instanceKey, [
        aStoredMessage({ id: 'A', content: 'dez', sentAtSeconds: 1 }),
        aStoredMessage({ id: 'B', content: '[Imagem]', sentAtSeconds: 2, thumbnail: JPEG }),
      ])
      const change = (
        changed: { id: string; remoteJid: string; isFromMe: boolean },
        text: string | null,
      ) => store.change(ana, instanceKey, { ...changed, text })
      expect(await change({ ...theirs, id: 'A', isFromMe: true }, 'falso')).toBe(false)
      expect(
        await change({ ...theirs, id: 'A', remoteJid: '5561988880002@s.whatsapp.net' }, 'falso'),
      ).toBe(false)
      expect(await change({ ...theirs, id: 'C' }, 'nenhuma')).toBe(false)
      expect(await change({ ...theirs, id: 'A' }, 'doze')).toBe(true)
      const both = await Promise.all([1, 2].map(() => change({ ...theirs, id: 'A' }, 'treze')))
      expect(both.toSorted()).toEqual([false, true])
      expect(await change({ ...theirs, id: 'A' }, 'treze')).toBe(false)
      expect(await change({ ...theirs, id: 'B' }, null)).toBe(true)
      expect(await change({ ...theirs, id: 'B' }, null)).toBe(false)
      expect(await change({ ...theirs, id: 'B' }, 'volta')).toBe(false)
      const shown = ['treze', '[Mensagem apagada]']
      expect(await texts(store)).toEqual(shown)
      await store.close()
      const again = await aStore({ dir: store.dir })
      expect(await texts(again)).toEqual(shown)
      const [, gone] = await again.list(ana, { ...instanceKey, remoteJid, limit: 9 })
      expect(gone?.thumbnail).toBeNull()
      expect(await again.chats(ana, instanceKey)).toMatchObject([
        { lastMessage: '[Mensagem apagada]' },
      ])
    })

    test('that were changed are dropped with their own age', async () => {
      const store = await aStore({ keep: 20 })
      const remoteJid = '5561988880001@s.whatsapp.net'
      await store.add(ana, instanceKey, many(0, 20))
      const [first] = await store.list(ana, { ...instanceKey, remoteJid: undefined, limit: 20 })
      if (!first) throw new Error('nothing is kept')
      const { id, isFromMe } = first
      await store.change(ana, instanceKey, {
        id,
        remoteJid: first.remoteJid,
        isFromMe,
        text: 'novo',
      })
      const newer = aStoredMessage({
        id: 'depois',
        remoteJid,
        content: 'fim',
        sentAtSeconds: 9_999_999,
      })
      await store.add(ana, instanceKey, [newer])
      const kept = await texts(store)
      expect([kept.length, kept.includes('novo'), kept.at(-1)]).toEqual([20, false, 'fim'])
      await store.close()
      expect(await texts(await aStore({ dir: store.dir, keep: 20 }))).toEqual(kept)
    })
  },
)

describe.each(Object.entries(messageEngines))('chats in %s', (_, open) => {
  const aStore = storesIn(open)
  const phone = '5561988880001@s.whatsapp.net'
  const lid = '777@lid'

  test('show the newest message and the name the person goes by', async () => {
    const store = await aStore()
    await store.add(ana, instanceKey, [
      aStoredMessage({ id: '1', sentAtSeconds: 10, pushName: 'Bru' }),
      aStoredMessage({
        id: '2',
        sentAtSeconds: 30,
        pushName: 'Loja',
        isFromMe: true,
        content: 'Olá',
      }),
      aStoredMessage({ id: '3', sentAtSeconds: 20, pushName: 'Bruna' }),
      aStoredMessage({ id: '4', sentAtSeconds: 40, remoteJid: '1@g.us', pushName: null }),
    ])
    const expected = [
      { remoteJid: '1@g.us', pushName: null, lastMessage: 'Bom dia!', lastAtSeconds: 40 },
      { remoteJid: phone, pushName: 'Bruna', lastMessage: 'Olá', lastAtSeconds: 30 },
    ]
    expect(await store.contacts(ana, instanceKey)).toEqual(expected)
    await store.close()
    expect(await (await aStore({ dir: store.dir })).contacts(ana, instanceKey)).toEqual(expected)
  })

  test('of one person are merged as soon as both names are known', async () => {
    const store = await aStore()
    const of = (id: string, fields: object) =>
      aStoredMessage({ id, content: id, sentAtSeconds: Number(id), ...fields })
    await store.add(ana, instanceKey, [
      of('1', { remoteJid: lid, lid }),
      of('2', { remoteJid: phone }),
    ])
    expect(await store.contacts(ana, instanceKey)).toHaveLength(2)
    await store.add(ana, instanceKey, [of('3', { remoteJid: phone, lid })])
    await store.add(ana, instanceKey, [of('4', { remoteJid: lid, lid })])

    const check = async (reader: typeof store) => {
      for (const remoteJid of [lid, phone]) {
        const found = await reader.list(ana, { ...instanceKey, remoteJid, limit: 10 })
        expect(found.map(({ content }) => content)).toEqual(['1', '2', '3', '4'])
        expect(new Set(found.map((each) => each.remoteJid))).toEqual(new Set([phone]))
      }
      expect(await reader.contacts(ana, instanceKey)).toMatchObject([{ remoteJid: phone }])
    }
    await check(store)
    await store.close()
    await check(await aStore({ dir: store.dir }))
  })

  test('stay whole when an identity moves to another number', async () => {
    const store = await aStore({ keep: 100 })
    const other = '5561988880002@s.whatsapp.net'
    await store.add(ana, instanceKey, [
      aStoredMessage({ id: '1', lid, remoteJid: phone, content: 'antes' }),
      aStoredMessage({ id: '2', lid, remoteJid: lid, content: 'antes' }),
      aStoredMessage({ id: '3', lid, remoteJid: other, content: 'depois' }),
    ])
    await store.add(
      ana,
      instanceKey,
      many(0, 99).map((message) => ({ ...message, remoteJid: '1@g.us' })),
    )
    const found = await store.list(ana, { ...instanceKey, remoteJid: other, limit: 10 })
    expect(found.map(({ content }) => content)).toEqual(['depois'])
    expect((await store.contacts(ana, instanceKey)).map(({ remoteJid }) => remoteJid)).toEqual([
      other,
      '1@g.us',
    ])
  })

  test('whose messages are all older than the kept ones are gone', async () => {
    const store = await aStore({ keep: 100 })
    await store.add(ana, instanceKey, [
      aStoredMessage({ id: 'old', remoteJid: '1@s.whatsapp.net' }),
    ])
    await store.add(ana, instanceKey, many(0, 150))
    expect(await store.contacts(ana, instanceKey)).toMatchObject([{ remoteJid: phone }])
  })
})
