import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { aStoredMessage } from '../../support/domain/webhook.ts'
import { ana, aStore, instanceKey, many, texts } from '../../support/storage/message-store.ts'

describe('chats', () => {
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

describe('instances', () => {
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
    expect(await readdir(store.dir)).toEqual(['messages'])
  })

  test('belong to one gateway of one user', async () => {
    const store = await aStore()
    await store.add(ana, instanceKey, [aStoredMessage()])
    expect(await store.instances('bia', 'own')).toEqual([])
    expect(await store.instances(ana, 'outro')).toEqual([])
    expect(await store.list('bia', { ...instanceKey, remoteJid: undefined, limit: 9 })).toEqual([])
    expect(await store.contacts(ana, { ...instanceKey, gatewayId: 'outro' })).toEqual([])
  })

  test('that nobody wrote to are not made by asking for them', async () => {
    const store = await aStore()
    expect(await texts(store)).toEqual([])
    expect(await readdir(join(store.dir, 'messages'))).toEqual([])
  })

  test('leave with their gateway', async () => {
    const store = await aStore()
    await store.add(ana, instanceKey, [aStoredMessage()])
    await store.add(ana, { ...instanceKey, gatewayId: 'outro' }, [aStoredMessage()])
    await store.removeGateway(ana, 'outro')
    expect(await store.instances(ana, 'outro')).toEqual([])
    expect(await readdir(join(store.dir, 'messages', ana))).toEqual(['own'])
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
})
