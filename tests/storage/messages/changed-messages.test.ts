import { describe, expect, test } from 'vitest'
import { aStoredMessage, JPEG } from '../../support/domain/webhook.ts'
import { ana, aStore, instanceKey, many, texts } from '../../support/storage/message-store.ts'

describe('messages that somebody edits or takes back', () => {
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
    expect(both).toEqual([true, false])
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
    await store.change(ana, instanceKey, { id, remoteJid: first.remoteJid, isFromMe, text: 'novo' })
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
})
