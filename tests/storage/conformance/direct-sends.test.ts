import { describe, expect, onTestFinished, test } from 'vitest'
import type { DirectSend } from '../../../src/domain/sending/direct/direct-message.ts'
import { aDataFolder, diskNowMs } from '../../support/storage/data-folder.ts'
import {
  directSendEngines,
  type OpenDirectSends,
} from '../../support/storage/engines/log-engines.ts'
import { dropDatabasesAfterwards } from '../../support/storage/postgres.ts'

dropDatabasesAfterwards()

/** What every implementation of `DirectSendStore` promises. */

const DAY_MS = 24 * 60 * 60_000
const atMs = await diskNowMs()
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

function aSend(text: string, fields: Partial<DirectSend> = {}): DirectSend {
  return {
    ...{ userId: 'ana', deviceKey: 'key', jid: '5511987654321@s.whatsapp.net', text, atMs },
    media: null,
    ...fields,
  }
}

async function aStore(open: OpenDirectSends) {
  const dir = await aDataFolder()
  let nowMs = atMs
  const opened = () => open(dir, () => nowMs)
  let { store, close } = await opened()
  onTestFinished(async () => {
    await close()
  })
  const reopen = async (): Promise<void> => {
    await close()
    ;({ store, close } = await opened())
  }
  const pass = (ms: number): void => {
    nowMs += ms
  }
  return { store: () => store, reopen, pass, nowMs: () => nowMs }
}

describe.each(Object.entries(directSendEngines))('single messages in %s', (_, open) => {
  test('get an index of their own, and come back under it when the store is opened again', async () => {
    const { store, reopen } = await aStore(open)
    const indices = await Promise.all(times(35).map((at) => store().record(aSend(`${at}`))))
    expect(new Set(indices).size).toBe(35)
    expect(Math.min(...indices)).toBeGreaterThanOrEqual(0)
    await reopen()
    expect(indices).not.toContain(await store().record(aSend('next')))
    for (const at of times(35)) {
      expect(await store().find(indices[at] ?? -1)).toEqual(aSend(`${at}`))
    }
    expect(await store().find(Math.max(...indices) + 2)).toBeUndefined()
  })

  test('come back as they were', async () => {
    const { store, reopen } = await aStore(open)
    const text = 'Avó 👩🏽‍🦱 \u0000 \ud83d "\\" \\u0000 \u2028'
    const sends = [
      aSend(text, { jid: text }),
      aSend(text, {
        media: { name: 'a.ogg', kind: 'audio', fileName: null },
        context: {
          quoted: { messageId: 'M1', participant: '1@lid', text },
          mentionedJids: ['2@s.whatsapp.net'],
        },
      }),
      aSend('', {
        part: { type: 'poll', fields: { options: ['a', { b: null }] }, secret: 'c2Vn' },
      }),
    ]
    const indices = await Promise.all(sends.map((send) => store().record(send)))
    await reopen()
    const found = await Promise.all(indices.map((index) => store().find(index)))
    expect(found).toEqual(sends)
  })

  test('tell which event is the first proof, also when the store is opened again', async () => {
    const { store, reopen } = await aStore(open)
    const [a, b, c] = await Promise.all(times(3).map((at) => store().record(aSend(`${at}`))))
    if (a === undefined || b === undefined || c === undefined) throw new Error('no index')
    expect(await store().note({ type: 'accepted', index: a, atMs })).toBe(true)
    expect(await store().note({ type: 'delivered', index: a, atMs })).toBe(false)
    expect(await store().note({ type: 'failed', index: b, code: 'sem_confirmacao', atMs })).toBe(
      false,
    )
    await reopen()
    expect(await store().note({ type: 'read', index: a, atMs })).toBe(false)
    expect(await store().note({ type: 'delivered', index: b, atMs })).toBe(true)
    expect(await store().note({ type: 'accepted', index: b, atMs })).toBe(false)
    const told = await Promise.all([
      store().note({ type: 'accepted', index: c, atMs }),
      store().note({ type: 'delivered', index: c, atMs }),
    ])
    expect(told.filter(Boolean)).toHaveLength(1)
    expect(await store().note({ type: 'accepted', index: 99_999, atMs })).toBe(false)
  })

  test('are shown no more once phones no longer ask for them, and their indices stay taken', async () => {
    const { store, pass, nowMs, reopen } = await aStore(open)
    const old = await Promise.all(times(12).map((at) => store().record(aSend(`${at}`))))
    pass(29 * DAY_MS)
    expect(await store().find(old[3] ?? -1)).toEqual(aSend('3'))
    pass(2 * DAY_MS)
    const later = await Promise.all(
      times(12).map((at) => store().record(aSend(`later ${at}`, { atMs: nowMs() }))),
    )
    await reopen()
    for (const index of old) expect(await store().find(index)).toBeUndefined()
    for (const index of later) expect(await store().find(index)).toBeDefined()
    expect(new Set([...old, ...later]).size).toBe(24)
  })

  test('name the files that phones may still ask for', async () => {
    const { store, reopen } = await aStore(open)
    const withFile = (name: string) =>
      aSend('Olá', { media: { name, kind: 'image', fileName: null } })
    await store().record(aSend('Olá'))
    expect(await store().imageNames()).toEqual(new Set())
    const names = ['a.png', 'b.png', 'a.png', 'é "\\".png', 'a.png']
    await Promise.all(names.map((name) => store().record(withFile(name))))
    await reopen()
    await store().record(withFile('c.png'))
    expect(await store().imageNames()).toEqual(new Set([...names, 'c.png']))
  })
})
