import { describe, expect, test } from 'vitest'
import { NOTE_TYPE } from '../../../../src/contract/messages/chat.ts'
import type { MessageFilter } from '../../../../src/domain/webhooks/message-query.ts'
import { aStoredMessage, JPEG } from '../../../support/domain/webhook.ts'
import {
  ana,
  instanceKey,
  messageEngines,
  storesIn,
} from '../../../support/storage/message-store.ts'
import { dropDatabasesAfterwards } from '../../../support/storage/postgres.ts'

dropDatabasesAfterwards()

/** What every implementation of `WebhookMessageStore` promises. */

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
