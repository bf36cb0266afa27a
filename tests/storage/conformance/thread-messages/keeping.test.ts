import { describe, expect, test } from 'vitest'
import { aStoredMessage } from '../../../support/domain/webhook.ts'
import {
  ana,
  instanceKey,
  many,
  messageEngines,
  storesIn,
  texts,
} from '../../../support/storage/message-store.ts'
import { dropDatabasesAfterwards } from '../../../support/storage/postgres.ts'

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
