import { describe, expect, test } from 'vitest'
import { NOTE_TYPE } from '../../../src/contract/messages/chat.ts'
import type { MessageFilter } from '../../../src/domain/webhooks/message-query.ts'
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

describe.each(Object.entries(messageEngines))('messages of an instance in %s', (_, open) => {
  const aStore = storesIn(open)

  test('are read back in the order they were sent', async () => {
    const store = await aStore()
    const messages = [3, 1, 2].map((at) =>
      aStoredMessage({ id: `M${at}`, content: String(at), sentAtSeconds: at }),
    )
    expect(await store.add(ana, instanceKey, messages)).toEqual(new Set(['M3', 'M1', 'M2']))
    expect(await texts(store)).toEqual(['1', '2', '3'])
    expect(await texts(store, 2)).toEqual(['2', '3'])
    expect(await store.list(ana, { ...instanceKey, remoteJid: undefined, limit: 1 })).toEqual([
      {
        ...instanceKey,
        id: 'M3',
        remoteJid: '5561988880001@s.whatsapp.net',
        pushName: 'Bruna',
        content: '3',
        type: 'conversation',
        isFromMe: false,
        sentAtSeconds: 3,
        status: null,
        thumbnail: null,
      },
    ])
  })

  test('are stored once, also at the same moment and after a restart', async () => {
    const store = await aStore()
    const twice = [aStoredMessage({ id: 'A' }), aStoredMessage({ id: 'A' })]
    const [first, second] = await Promise.all([
      store.add(ana, instanceKey, twice),
      store.add(ana, instanceKey, twice),
    ])
    expect([...first, ...second]).toEqual(['A'])
    await store.close()
    const again = await aStore({ dir: store.dir })
    expect(await again.add(ana, instanceKey, twice)).toEqual(new Set())
    expect(await texts(again)).toEqual(['Bom dia!'])
  })

  test('of one id in two instances are two messages', async () => {
    const store = await aStore()
    await store.add(ana, instanceKey, [aStoredMessage()])
    expect(await store.add(ana, { ...instanceKey, instance: 'outra' }, [aStoredMessage()])).toEqual(
      new Set(['MSG1']),
    )
  })

  test('that came by the thousand at once are all there', async () => {
    const store = await aStore({ keep: 5_000 })
    await Promise.all(
      Array.from({ length: 200 }, (_, batch) =>
        store.add(ana, instanceKey, many(batch * 10, batch * 10 + 10)),
      ),
    )
    expect(
      await store.list(ana, { ...instanceKey, remoteJid: undefined, limit: 5_000 }),
    ).toHaveLength(2_000)
    await store.close()
    const again = await aStore({ dir: store.dir, keep: 5_000 })
    expect(
      await again.list(ana, { ...instanceKey, remoteJid: undefined, limit: 5_000 }),
    ).toHaveLength(2_000)
  })

  test('are the newest ones, and stay so after a restart', async () => {
    const store = await aStore({ keep: 100 })
    for (let from = 0; from < 350; from += 7)
      await store.add(ana, instanceKey, many(from, from + 7))
    const newest = many(250, 350).map(({ content }) => content)
    expect(await texts(store)).toEqual(newest)

    await store.close()
    const again = await aStore({ dir: store.dir })
    expect(await texts(again)).toEqual(newest)
    expect(await again.add(ana, instanceKey, many(340, 351))).toEqual(new Set(['M350']))
  })
})

describe.each(Object.entries(messageEngines))('a page of a thread in %s', (_, open) => {
  const aStore = storesIn(open)
  const bruna = '5561988880001@s.whatsapp.net'

  test('is what stands beside a message, in the order of sending, others’ messages left out', async () => {
    const store = await aStore()
    // Three of each second, and between them what is said elsewhere.
    const talk = Array.from({ length: 30 }, (_, step) =>
      aStoredMessage({ id: `M${step}`, content: `${step}`, sentAtSeconds: Math.floor(step / 3) }),
    )
    const elsewhere = talk.map((message) => ({
      ...{ ...message, id: `${message.id}x`, remoteJid: '5561988880009@s.whatsapp.net' },
    }))
    await store.add(ana, instanceKey, talk)
    await store.add(ana, instanceKey, elsewhere)
    const looks = async (from: Awaited<ReturnType<typeof aStore>>) => {
      const page = async (side: 'before' | 'after', sentAtSeconds: number, id?: string) => {
        const query = { ...instanceKey, remoteJid: bruna, limit: 4 }
        const found = await from.list(ana, { ...query, edge: { side, sentAtSeconds, id } })
        return found.map(({ content }) => Number(content))
      }
      expect(await page('before', 5, 'M16')).toEqual([12, 13, 14, 15])
      expect(await page('after', 5, 'M16')).toEqual([17, 18, 19, 20])
      expect(await page('before', 0, 'M2')).toEqual([0, 1])
      expect(await page('before', 0, 'M0')).toEqual([])
      expect(await page('after', 9, 'M29')).toEqual([])
      // Of one that is not kept only the second is known: its messages are among them.
      expect(await page('before', 5, 'gone')).toEqual([14, 15, 16, 17])
      expect(await page('before', 5)).toEqual([14, 15, 16, 17])
      expect(await page('after', 5, 'gone')).toEqual([15, 16, 17, 18])
    }
    await looks(store)
    await store.close()
    await looks(await aStore({ dir: store.dir }))
  })

  test('says of a file what was told of it, and nothing once the message was taken back', async () => {
    const store = await aStore()
    const file = {
      ...{ mimeType: 'application/pdf', name: 'preços.pdf', bytes: 2_048 },
      ...{ durationSeconds: null, url: null },
    }
    const media = {
      ...{ kind: 'image' as const, directPath: '/x', url: null, mediaKey: 'k', sha256: 's' },
      ...{ mimeType: 'image/png', fileName: null, size: 9, width: 1, height: 1 },
    }
    await store.add(ana, instanceKey, [
      aStoredMessage({ id: 'A', type: 'documentMessage', file }),
      aStoredMessage({ id: 'B', type: 'imageMessage', media }),
      aStoredMessage({ id: 'C', media, file: { ...file, isViewOnce: true } }),
    ])
    const files = async (from = store) =>
      (await from.list(ana, { ...instanceKey, remoteJid: bruna, limit: 9 })).map(
        (message) => message.file,
      )
    // What an earlier version kept tells a part of it.
    const told = { mimeType: 'image/png', name: null, bytes: 9, durationSeconds: null, url: null }
    const kept = [
      { ...told, isOpenable: true },
      { ...file, isViewOnce: true },
    ]
    expect(await files()).toEqual([file, ...kept])
    const change = { id: 'A', remoteJid: bruna, isFromMe: false, text: null }
    await store.change(ana, instanceKey, change)
    await store.close()
    expect(await files(await aStore({ dir: store.dir }))).toEqual([undefined, ...kept])
  })

  test('keeps the places and numbers that are shared, until the message is taken back', async () => {
    const store = await aStore()
    const shared = {
      place: { latitude: -15.79, longitude: -47.88, name: 'Padaria', address: null },
      contacts: [{ name: 'Carla', numbers: [{ text: '+55 61 9', phone: '5561999990003' }] }],
    }
    await store.add(ana, instanceKey, [aStoredMessage({ id: 'A', ...shared })])
    await store.close()
    const again = await aStore({ dir: store.dir })
    const page = () => again.list(ana, { ...instanceKey, remoteJid: bruna, limit: 9 })
    expect(await page()).toMatchObject([shared])
    await again.change(ana, instanceKey, { id: 'A', remoteJid: bruna, isFromMe: false, text: null })
    expect(Object.keys((await page())[0] ?? {})).not.toContain('place')
    expect(Object.keys((await page())[0] ?? {})).not.toContain('contacts')
  })
})

describe.each(Object.entries(messageEngines))('how far a message has come in %s', (_, open) => {
  const aStore = storesIn(open)
  const own = (id: string, fields: object = {}) =>
    aStoredMessage({ id, isFromMe: true, pushName: null, status: 'sent', ...fields })
  const statuses = async (store: Awaited<ReturnType<typeof aStore>>) => {
    const found = await store.list(ana, { ...instanceKey, remoteJid: undefined, limit: 1_000 })
    return Object.fromEntries(found.map(({ id, status }) => [id, status]))
  }

  test('only ever grows, and stands after a restart', async () => {
    const store = await aStore()
    await store.add(ana, instanceKey, [own('A'), own('B', { status: null }), own('C')])
    expect(await statuses(store)).toEqual({ A: 'sent', B: null, C: 'sent' })
    const mark = (id: string, status: 'sent' | 'delivered' | 'read') =>
      store.mark(ana, instanceKey, [{ id, status }])
    expect(await mark('A', 'read')).toBe(1)
    expect(await mark('A', 'delivered')).toBe(0)
    expect(await mark('B', 'delivered')).toBe(1)
    expect(await mark('B', 'delivered')).toBe(0)
    expect(await mark('C', 'sent')).toBe(0)
    const expected = { A: 'read', B: 'delivered', C: 'sent' }
    expect(await statuses(store)).toEqual(expected)
    await store.close()
    const again = await aStore({ dir: store.dir })
    expect(await statuses(again)).toEqual(expected)
    expect(await again.mark(ana, instanceKey, [{ id: 'A', status: 'read' }])).toBe(0)
  })

  test('is not stored for messages of others, nor for messages in a group', async () => {
    const store = await aStore()
    await store.add(ana, instanceKey, [
      aStoredMessage({ id: 'theirs' }),
      own('group', { remoteJid: '1@g.us', status: null }),
    ])
    const updates = ['theirs', 'group'].map((id) => ({ id, status: 'read' as const }))
    expect(await store.mark(ana, instanceKey, updates)).toBe(0)
    expect(await statuses(store)).toEqual({ theirs: null, group: null })
  })

  test('is stored for a message that comes after its receipt', async () => {
    const store = await aStore()
    await store.add(ana, instanceKey, many(0, 1))
    expect(await store.mark(ana, instanceKey, [{ id: 'A', status: 'delivered' }])).toBe(0)
    const [added] = await Promise.all([
      store.add(ana, instanceKey, [own('A'), own('B')]),
      store.mark(ana, instanceKey, [{ id: 'B', status: 'read' }]),
    ])
    expect(added).toEqual(new Set(['A', 'B']))
    expect(await statuses(store)).toMatchObject({ A: 'delivered', B: 'read' })
  })

  test('is that of its chat for as long as nothing newer is in it', async () => {
    const store = await aStore()
    const remoteJid = '5561988880009@s.whatsapp.net'
    const shown = async (from: typeof store) =>
      (await from.chats(ana, instanceKey)).map(({ lastStatus }) => lastStatus)
    await store.add(ana, instanceKey, [own('A', { remoteJid, sentAtSeconds: 1 })])
    expect(await shown(store)).toEqual(['sent'])
    await store.mark(ana, instanceKey, [{ id: 'A', status: 'read' }])
    await store.close()
    const again = await aStore({ dir: store.dir })
    expect(await shown(again)).toEqual(['read'])
    await again.add(ana, instanceKey, [aStoredMessage({ id: 'B', remoteJid, sentAtSeconds: 2 })])
    expect(await shown(again)).toEqual([null])
  })

  test('makes no instance that nobody wrote to', async () => {
    const store = await aStore()
    expect(await store.mark(ana, instanceKey, [{ id: 'A', status: 'read' }])).toBe(0)
  })
})

describe.each(Object.entries(messageEngines))('instances in %s', (_, open) => {
  const aStore = storesIn(open)

  test.each([
    '../../etc',
    '.',
    'a/b',
    '__proto__',
    'Loja São João',
    'x'.repeat(200),
    '🏪'.repeat(100),
  ])('may be called %s', async (instance) => {
    const store = await aStore()
    await store.add(ana, { ...instanceKey, instance }, [aStoredMessage()])
    await store.close()
    const again = await aStore({ dir: store.dir })
    expect(await again.instances(ana, 'own')).toEqual([instance])
  })

  test('belong to one gateway of one user', async () => {
    const store = await aStore()
    await store.add(ana, instanceKey, [aStoredMessage()])
    expect(await store.instances('bia', 'own')).toEqual([])
    expect(await store.instances(ana, 'outro')).toEqual([])
    expect(await store.list('bia', { ...instanceKey, remoteJid: undefined, limit: 9 })).toEqual([])
    expect(await store.contacts(ana, { ...instanceKey, gatewayId: 'outro' })).toEqual([])
  })

  test('leave with their gateway', async () => {
    const store = await aStore()
    await store.add(ana, instanceKey, [aStoredMessage()])
    await store.add(ana, { ...instanceKey, gatewayId: 'outro' }, [aStoredMessage()])
    await store.removeGateway(ana, 'outro')
    expect(await store.instances(ana, 'outro')).toEqual([])
  })

  test('take turns in memory without losing anything', async () => {
    const store = await aStore({ openInstances: 2 })
    const instances = Array.from({ length: 12 }, (_, number) => `loja-${number}`)
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        instances.map((instance) =>
          store.add(ana, { ...instanceKey, instance }, many(round * 3, round * 3 + 3)),
        ),
      )
    }
    for (const instance of instances) {
      const query = { gatewayId: 'own', instance, remoteJid: undefined, limit: 100 }
      expect(await store.list(ana, query)).toHaveLength(15)
    }
  })

  test('that are removed begin anew, and none of another owner or gateway goes with them', async () => {
    const store = await aStore()
    const outro = { ...instanceKey, gatewayId: 'outro' }
    for (const userId of [ana, 'bia']) {
      await store.add(userId, instanceKey, many(0, 30))
      await store.add(userId, outro, many(0, 5))
    }
    await store.removeGateway(ana, 'own')
    await store.removeGateway(ana, 'none')
    expect(await store.instances(ana, 'own')).toEqual([])
    expect(await texts(store)).toEqual([])
    expect(await store.chats(ana, instanceKey)).toEqual([])
    expect(await store.unreadCount(ana, instanceKey)).toBe(0)
    expect(await store.counts(ana, outro)).toMatchObject({ messages: 5 })
    expect(await store.counts('bia', instanceKey)).toMatchObject({ messages: 30 })
    expect(await store.add(ana, instanceKey, many(0, 2))).toEqual(new Set(['M0', 'M1']))
    await store.close()
    const again = await aStore({ dir: store.dir })
    expect(await texts(again)).toEqual(['texto 0', 'texto 1'])
    expect(await again.counts('bia', outro)).toMatchObject({ messages: 5 })
  })

  test('of others are neither read nor changed', async () => {
    const store = await aStore()
    await store.add(ana, instanceKey, [
      aStoredMessage({ id: 'A', isUnread: true }),
      aStoredMessage({ id: 'B', isFromMe: true, status: 'sent' }),
    ])
    const [message] = await store.list(ana, { ...instanceKey, remoteJid: undefined, limit: 1 })
    if (!message) throw new Error('nothing is kept')
    const { remoteJid } = message
    const change = { id: 'A', remoteJid, isFromMe: false, text: null }
    const chat = { ...instanceKey, remoteJid, upToId: undefined }
    expect(await store.change('bia', instanceKey, change)).toBe(false)
    expect(await store.mark('bia', instanceKey, [{ id: 'B', status: 'read' }])).toBe(0)
    expect(await store.read('bia', chat)).toBe(false)
    expect(await store.newestAt('bia', chat)).toBeUndefined()
    expect(await store.unreadCount('bia', instanceKey)).toBe(0)
    expect(await store.search('bia', { ...instanceKey, skip: 0, limit: 9 })).toEqual({
      ...{ total: 0, messages: [] },
    })
    expect(await store.instances('bia', 'own')).toEqual([])
    expect(await store.unreadCount(ana, instanceKey)).toBe(1)
    expect(await store.newestAt(ana, chat)).toBe(message.sentAtSeconds)
    expect(await store.search(ana, { ...instanceKey, skip: 0, limit: 9 })).toMatchObject({
      messages: [{ status: 'sent' }, { content: 'Bom dia!' }],
    })
  })
})

describe.each(Object.entries(messageEngines))('looking for messages in %s', (_, open) => {
  const aStore = storesIn(open)
  const bruna = '5561988880001@s.whatsapp.net'
  const group = '1@g.us'

  async function aFilledStore() {
    const store = await aStore()
    await store.add(ana, instanceKey, [
      aStoredMessage({ id: '1', sentAtSeconds: 10 }),
      aStoredMessage({ id: '2', sentAtSeconds: 30, isFromMe: true, type: 'imageMessage' }),
      aStoredMessage({ id: '3', sentAtSeconds: 20, type: 'imageMessage' }),
      aStoredMessage({ id: '4', sentAtSeconds: 40, remoteJid: group }),
      aStoredMessage({ id: '5', sentAtSeconds: 50, type: NOTE_TYPE, isFromMe: true }),
      aStoredMessage({ id: '6', sentAtSeconds: 30 }),
    ])
    const search = async (filter: Partial<MessageFilter>) => {
      const query = { ...instanceKey, skip: 0, limit: 100, ...filter }
      const { total, messages } = await store.search(ana, query)
      return [total, ...messages.map(({ id }) => id)]
    }
    return { ...store, search }
  }

  test('finds the newest first, by chat, kind, side, time and id, and never a note', async () => {
    const { search } = await aFilledStore()
    expect(await search({})).toEqual([5, '4', '6', '2', '3', '1'])
    expect(await search({ remoteJid: bruna })).toEqual([4, '6', '2', '3', '1'])
    expect(await search({ remoteJid: group })).toEqual([1, '4'])
    expect(await search({ remoteJid: '9@s.whatsapp.net' })).toEqual([0])
    expect(await search({ type: 'imageMessage' })).toEqual([2, '2', '3'])
    expect(await search({ type: NOTE_TYPE })).toEqual([0])
    expect(await search({ isFromMe: true })).toEqual([1, '2'])
    expect(await search({ isFromMe: false, type: 'imageMessage' })).toEqual([1, '3'])
    expect(await search({ fromSeconds: 20, toSeconds: 30 })).toEqual([3, '6', '2', '3'])
    expect(await search({ remoteJid: bruna, fromSeconds: 30 })).toEqual([2, '6', '2'])
    expect(await search({ id: '3' })).toEqual([1, '3'])
    expect(await search({ id: '3', remoteJid: bruna })).toEqual([1, '3'])
    expect(await search({ id: '3', remoteJid: group })).toEqual([0])
    expect(await search({ id: '5' })).toEqual([0])
  })

  test('gives pages of what it finds, and tells how many there are of all', async () => {
    const { search } = await aFilledStore()
    expect(await search({ limit: 2 })).toEqual([5, '4', '6'])
    expect(await search({ limit: 2, skip: 2 })).toEqual([5, '2', '3'])
    expect(await search({ limit: 2, skip: 4 })).toEqual([5, '1'])
    expect(await search({ skip: 5 })).toEqual([5])
    expect(await search({ limit: 1, skip: 1, isFromMe: false })).toEqual([4, '6'])
  })

  test('counts messages, chats and people', async () => {
    const { counts } = await aFilledStore()
    expect(await counts(ana, instanceKey)).toEqual({ messages: 6, contacts: 1, chats: 2 })
    expect(await counts(ana, { ...instanceKey, instance: 'x' })).toEqual({
      ...{ messages: 0, contacts: 0, chats: 0 },
    })
  })

  test('gives all of a message back as it came', async () => {
    const store = await aStore()
    const strange = 'Avó 👩🏽‍🦱 \u0000 \ud83d "\\" \\u0000 \u2028'
    const message = aStoredMessage({
      ...{ id: strange, remoteJid: strange, type: strange, content: strange, pushName: strange },
      ...{ author: strange, thumbnail: JPEG, lid: null },
      media: {
        ...{ kind: 'image', directPath: '/v/x', url: null, mediaKey: 'a2V5', sha256: 'aGFzaA==' },
        ...{ mimeType: 'image/jpeg', fileName: strange, size: 9, width: 1, height: null },
      },
    })
    const key = { ...instanceKey, instance: 'Loja \u0000 \\u0000' }
    await store.add(ana, key, [message])
    await store.close()
    const again = await aStore({ dir: store.dir })
    expect(await again.instances(ana, 'own')).toEqual([key.instance])
    expect(await again.search(ana, { ...key, id: strange, skip: 0, limit: 9 })).toEqual({
      total: 1,
      messages: [message],
    })
    expect(await again.chats(ana, key)).toMatchObject([
      { remoteJid: strange, pushName: strange, lastMessage: strange, lastId: strange },
    ])
    expect(await again.add(ana, key, [message])).toEqual(new Set())
  })
})
