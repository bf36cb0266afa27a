import { appendFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { encodeLine } from '../../../src/storage/files/lines.ts'
import { aStoredMessage, JPEG } from '../../support/domain/webhook.ts'
import {
  ana,
  aStore,
  instanceKey,
  many,
  segmentsOf,
  texts,
} from '../../support/storage/message-store.ts'

describe('messages of an instance', () => {
  test('are the newest ones, on the disk too, and stay so after a restart', async () => {
    const store = await aStore({ keep: 100 })
    for (let from = 0; from < 350; from += 7)
      await store.add(ana, instanceKey, many(from, from + 7))
    const newest = many(250, 350).map(({ content }) => content)
    expect(await texts(store)).toEqual(newest)

    const files = await segmentsOf(store.dir)
    const lines = (await Promise.all(files.map((path) => readFile(path, 'utf8')))).join('')
    expect(lines.split('\n').length).toBeLessThan(100 + 2 * 20)
    expect(lines).not.toContain('"texto 100"')

    await store.close()
    const again = await aStore({ dir: store.dir })
    expect(await texts(again)).toEqual(newest)
    expect(await again.add(ana, instanceKey, many(340, 351))).toEqual(new Set(['M350']))
  })

  test('are never written again when more arrive', async () => {
    const store = await aStore({ keep: 100 })
    await store.add(ana, instanceKey, many(0, 25))
    const [first = ''] = await segmentsOf(store.dir)
    const before = await stat(first)
    await store.add(ana, instanceKey, many(25, 60))
    const after = await stat(first)
    expect([after.ino, after.mtimeMs, after.size]).toEqual([
      before.ino,
      before.mtimeMs,
      before.size,
    ])
  })
})

describe('how far a message has come', () => {
  const own = (id: string, fields: object = {}) =>
    aStoredMessage({ id, isFromMe: true, pushName: null, status: 'sent', ...fields })
  const _statuses = async (store: Awaited<ReturnType<typeof aStore>>) => {
    const found = await store.list(ana, { ...instanceKey, remoteJid: undefined, limit: 1_000 })
    return Object.fromEntries(found.map(({ id, status }) => [id, status]))
  }

  test('makes no instance that nobody wrote to', async () => {
    const store = await aStore()
    expect(await store.mark(ana, instanceKey, [{ id: 'A', status: 'read' }])).toBe(0)
    expect(await readdir(join(store.dir, 'messages'))).toEqual([])
  })

  test('is a line at the end: what is written stays, and leaves with its segment', async () => {
    const store = await aStore({ keep: 100 })
    await store.add(ana, instanceKey, [own('A', { sentAtSeconds: 1 })])
    const [first = ''] = await segmentsOf(store.dir)
    const before = await readFile(first, 'utf8')
    await store.mark(ana, instanceKey, [{ id: 'A', status: 'delivered' }])
    const after = await readFile(first, 'utf8')
    expect(after.startsWith(before)).toBe(true)
    expect(after.length - before.length).toBeLessThan(80)

    for (let from = 10; from < 400; from += 10) {
      const messages = many(from, from + 10).map((message) => own(message.id, message))
      await store.add(ana, instanceKey, messages)
      for (const status of ['delivered', 'read', 'read', 'delivered'] as const) {
        await store.mark(
          ana,
          instanceKey,
          messages.map(({ id }) => ({ id, status })),
        )
      }
    }
    await store.mark(ana, instanceKey, [{ id: 'A', status: 'read' }])
    const files = await segmentsOf(store.dir)
    const lines = (await Promise.all(files.map((path) => readFile(path, 'utf8')))).join('')
    expect(lines.split('\n').length).toBeLessThan(3 * (100 + 2 * 20))
    await store.close()
    expect(await texts(await aStore({ dir: store.dir }))).toHaveLength(100)
  })
})

describe('lines of earlier versions', () => {
  test('read as messages of which neither status nor preview is known', async () => {
    const { dir, close } = await aStore()
    await close()
    const store = await aStore({ dir })
    await store.add(ana, instanceKey, many(0, 1))
    await store.close()
    const [path = ''] = await segmentsOf(dir)
    const { status: _, thumbnail: _none, ...old } = aStoredMessage({ id: 'OLD', isFromMe: true })
    await writeFile(path, `${encodeLine({ instance: 'balcao' })}${encodeLine(old)}`)

    const again = await aStore({ dir })
    const query = { ...instanceKey, remoteJid: undefined, limit: 10 }
    expect(await again.list(ana, query)).toMatchObject([
      { id: 'OLD', status: null, thumbnail: null },
    ])
    expect(await again.mark(ana, instanceKey, [{ id: 'OLD', status: 'read' }])).toBe(1)
    await again.add(ana, instanceKey, [aStoredMessage({ id: 'NEW', thumbnail: JPEG })])
    await again.close()
    expect(await (await aStore({ dir })).list(ana, query)).toMatchObject([
      { id: 'OLD', status: 'read', thumbnail: null },
      { id: 'NEW', status: null, thumbnail: JPEG },
    ])
  })
})

test('a newer program’s messages stay as they are, and hold back no other instance', async () => {
  const store = await aStore()
  await store.add(ana, instanceKey, many(0, 2))
  await store.close()
  const [path = ''] = await segmentsOf(store.dir)
  const newer = `${encodeLine({ format: 'messages', version: 9, instance: 'balcao' })}0000`
  await writeFile(path, newer)
  const again = await aStore({ dir: store.dir })
  expect(await again.instances(ana, 'own')).toEqual(['balcao'])
  const refusal = { code: 'newer_format' }
  await expect(again.add(ana, instanceKey, many(2, 3))).rejects.toMatchObject(refusal)
  await expect(texts(again)).rejects.toMatchObject(refusal)
  expect(await again.add(ana, { ...instanceKey, instance: 'outra' }, many(0, 1))).toHaveLength(1)
  expect(await readFile(path, 'utf8')).toBe(newer)
})

describe('a crash', () => {
  test('costs only the line it cut, at whatever byte', async () => {
    const store = await aStore()
    await store.add(ana, instanceKey, many(0, 3))
    await store.close()
    const [path = ''] = await segmentsOf(store.dir)
    const whole = await readFile(path)
    const lastLine = whole.lastIndexOf(10, whole.length - 2) + 1
    for (let size = whole.length - 1; size > lastLine; size -= 13) {
      await writeFile(path, whole)
      await truncate(path, size)
      const again = await aStore({ dir: store.dir })
      expect(await texts(again)).toEqual(['texto 0', 'texto 1'])
      expect(again.torn).toHaveLength(1)
      expect(await again.add(ana, instanceKey, many(2, 3))).toEqual(new Set(['M2']))
      expect(await texts(again)).toEqual(['texto 0', 'texto 1', 'texto 2'])
      await again.close()
    }
  })

  test('before anything was written leaves an instance that can be used', async () => {
    const store = await aStore()
    await store.add(ana, instanceKey, many(0, 1))
    await store.close()
    const [path = ''] = await segmentsOf(store.dir)
    await truncate(path, 0)
    const again = await aStore({ dir: store.dir })
    expect(await again.instances(ana, 'own')).toEqual([])
    await again.add(ana, instanceKey, many(0, 2))
    expect(await again.instances(ana, 'own')).toEqual(['balcao'])
    expect(await texts(again)).toEqual(['texto 0', 'texto 1'])
  })

  test('that broke a line in the middle stops that instance and no other', async () => {
    const store = await aStore()
    await store.add(ana, instanceKey, many(0, 3))
    await store.close()
    const [path = ''] = await segmentsOf(store.dir)
    await appendFile(path, 'no line of ours\n')
    await appendFile(path, await readFile(path))
    const again = await aStore({ dir: store.dir })
    await expect(again.add(ana, instanceKey, many(5, 6))).rejects.toMatchObject({
      code: 'messages_damaged',
    })
    const other = { ...instanceKey, instance: 'outra' }
    expect(await again.add(ana, other, many(5, 6))).toEqual(new Set(['M5']))
    expect(await again.instances(ana, 'own')).toContain('outra')
  })
})
