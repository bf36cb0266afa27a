import { describe, expect, test } from 'vitest'
import { aStoredMessage } from '../../../support/domain/webhook.ts'
import {
  ana,
  instanceKey,
  many,
  messageEngines,
  storesIn,
} from '../../../support/storage/message-store.ts'
import { dropDatabasesAfterwards } from '../../../support/storage/postgres.ts'

dropDatabasesAfterwards()

/** What every implementation of `WebhookMessageStore` promises. */

describe.each(Object.entries(messageEngines))('a page of a thread in %s', (_, open) => {
  const aStore = storesIn(open)
  const bruna = '5561988880001@s.whatsapp.net'

  test('is what stands beside a message, in the order of sending, others’ messages left out', async () => {
    const store = await aStore()
    // Three messages of each second, with messages of another chat between them.
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
      // Of a message that is not kept only its second is known, of which all messages are included.
      expect(await page('before', 5, 'gone')).toEqual([14, 15, 16, 17])
      expect(await page('before', 5)).toEqual([14, 15, 16, 17])
      expect(await page('after', 5, 'gone')).toEqual([15, 16, 17, 18])
    }
    await looks(store)
    await store.close()
    await looks(await aStore({ dir: store.dir }))
  })

  test('shows what is known of a file, and nothing once the message was taken back', async () => {
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
    // Files that an earlier version kept have only some of these fields.
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
