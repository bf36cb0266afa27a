import { appendFile, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { DeliveryChange, Outbox } from '../../../src/domain/webhooks/webhook-outbox-store.ts'
import { encodeLine } from '../../../src/storage/files/lines.ts'
import { decodeLines, encodeLines } from '../../../src/storage/files/whole-lines.ts'
import type { OutboxLimits } from '../../../src/storage/outbox/instance-outbox.ts'
import { openWebhookOutbox } from '../../../src/storage/outbox/webhook-outbox.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { anEvent, BALCAO } from '../../support/storage/outbox.ts'

const REASON = 'Havia eventos demais.'

async function aStore(options: { readonly dir?: string; readonly limits?: OutboxLimits } = {}) {
  const dir = options.dir ?? (await aDataFolder())
  const torn: object[] = []
  const faults: unknown[] = []
  const store = await openWebhookOutbox({
    dir,
    ...(options.limits && { limits: options.limits }),
    onTornLine: (line) => torn.push(line),
    onFault: (error) => faults.push(error),
  })
  onTestFinished(store.close)
  const add = (number: number) =>
    store.add(BALCAO, anEvent({ id: `balcao.${number}`, data: { number } }), REASON)
  const list = async (outbox: Outbox, limit: number) =>
    (await store.search(outbox, { limit })).deliveries
  return { ...store, dir, torn, faults, add, addTo: store.add, list }
}

function aChange(number: number, fields: Partial<DeliveryChange> = {}): DeliveryChange {
  return {
    id: `balcao.${number}`,
    url: 'http://a.example',
    status: 'delivered',
    attemptCount: 1,
    lastError: null,
    httpStatus: 200,
    deliveredAt: '2026-01-15T12:00:01.000Z',
    nextAttemptAt: null,
    ...fields,
  }
}

const dead = { status: 'dead', lastError: 'Não deu.', deliveredAt: null } as const

async function filesOf(dir: string, name: string): Promise<string[]> {
  const folder = join(dir, 'outbox', 'ana', 'balcao')
  const names = await readdir(folder)
  return names.filter((each) => each.startsWith(name)).map((each) => join(folder, each))
}

describe('an outbox', () => {
  test('of an instance whose name no folder can have is found again under it', async () => {
    const { addTo, close, dir } = await aStore()
    const outbox = { userId: 'ana', instance: `../Loja São José ${'é'.repeat(80)}` }
    await addTo(outbox, anEvent({ id: 'a' }), REASON)
    await close()

    const { waiting, instances, list, remove } = await aStore({ dir })
    expect(await waiting()).toEqual([outbox])
    expect(await instances('ana')).toEqual([outbox.instance])
    expect(await list(outbox, 10)).toMatchObject([{ id: 'a', instance: outbox.instance }])
    await remove(outbox)
    expect(await instances('ana')).toEqual([])
  })

  test('whose folder the disk refuses says so in a way that callers try again after', async () => {
    const { add, dir, next } = await aStore()
    const inTheWay = join(dir, 'outbox', 'ana')
    await writeFile(inTheWay, '')
    await expect(add(1)).rejects.toMatchObject({ code: 'storage_unavailable' })

    await rm(inTheWay)

    await add(1)
    expect(await next(BALCAO)).toMatchObject({ id: 'balcao.1' })
  })

  test('loses only the event that a crash cut off', async () => {
    const first = await aStore()
    await first.add(1)
    await first.add(2)
    await first.close()
    const [file = ''] = await filesOf(first.dir, 'events')
    await truncate(file, (await stat(file)).size - 5)
    const second = await aStore({ dir: first.dir })
    expect((await second.list(BALCAO, 10)).map(({ id }) => id)).toEqual(['balcao.1'])
    expect(second.torn).toHaveLength(1)
    await second.add(3)
    expect((await second.list(BALCAO, 10)).map(({ id }) => id)).toEqual(['balcao.3', 'balcao.1'])
  })

  test('that is damaged says so, and holds back no other', async () => {
    const first = await aStore()
    await first.add(1)
    const other = { userId: 'ana', instance: 'estoque' }
    await first.add(2)
    await first.add(3)
    await first.addTo(other, anEvent({ id: 'estoque.1' }), REASON)
    await first.close()
    const [file = ''] = await filesOf(first.dir, 'events')
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace('"number":1', '"number":7'))
    const second = await aStore({ dir: first.dir })
    await expect(second.next(BALCAO)).rejects.toMatchObject({ code: 'deliveries_damaged' })
    expect(await second.waiting()).toEqual([other])
    expect(second.faults).toHaveLength(1)
  })

  test.each([
    ['events', 'outbox-events'],
    ['dead', 'outbox-dead-letters'],
  ])('leaves %s of a newer program as they are, and holds back no other', async (name, format) => {
    const first = await aStore()
    const other = { userId: 'ana', instance: 'estoque' }
    await first.add(1)
    await first.note(BALCAO, aChange(1, dead))
    await first.addTo(other, anEvent({ id: 'estoque.1' }), REASON)
    await first.close()
    const [file = ''] = await filesOf(first.dir, name)
    expect(decodeLines(await readFile(file))[0]).toEqual({ format, version: 2 })
    const newer = `${encodeLine({ format, version: 9 })}0000`
    await writeFile(file, newer)
    const second = await aStore({ dir: first.dir })
    await expect(second.add(2)).rejects.toMatchObject({ code: 'newer_format' })
    await expect(second.list(BALCAO, 10)).rejects.toMatchObject({ code: 'newer_format' })
    expect(await second.waiting()).toEqual([other])
    expect(await readFile(file, 'utf8')).toBe(newer)
  })

  test('reads what was written before its files began with their format', async () => {
    const first = await aStore()
    await Promise.all([1, 2].map(first.add))
    await first.note(BALCAO, aChange(1, dead))
    await first.close()
    for (const file of [
      ...(await filesOf(first.dir, 'events')),
      ...(await filesOf(first.dir, 'dead')),
    ])
      await writeFile(file, encodeLines(decodeLines(await readFile(file)).slice(1)))
    const second = await aStore({ dir: first.dir })
    expect(await second.next(BALCAO)).toMatchObject({ id: 'balcao.2' })
    expect(await second.read(BALCAO, 'balcao.2')).toMatchObject({ data: { number: 2 } })
    expect(await second.revive(BALCAO, 'balcao.1')).toMatchObject({ status: 'waiting' })
    await second.close()
    const third = await aStore({ dir: first.dir })
    expect((await third.list(BALCAO, 10)).map(({ id }) => id).sort()).toEqual([
      'balcao.1',
      'balcao.2',
    ])
  })

  test('keeps neither files nor memory of what was delivered long ago', async () => {
    const { add, note, list, dir } = await aStore()
    for (let number = 1; number <= 2_500; number += 100) {
      const numbers = Array.from({ length: 100 }, (_, index) => number + index)
      await Promise.all(numbers.map(add))
      for (const each of numbers) await note(BALCAO, aChange(each))
    }
    expect(await list(BALCAO, 3_000)).toHaveLength(1_000)
    const sizes = await Promise.all((await filesOf(dir, 'events')).map((file) => stat(file)))
    expect(sizes.length).toBeLessThanOrEqual(5)
  })

  test('keeps the newest of those that were given up', async () => {
    const { add, note, dir, revive } = await aStore()
    for (let number = 1; number <= 2_500; number += 250) {
      const numbers = Array.from({ length: 250 }, (_, index) => number + index)
      await Promise.all(numbers.map(add))
      await Promise.all(numbers.map((each) => note(BALCAO, aChange(each, dead))))
    }
    expect((await filesOf(dir, 'dead')).length).toBe(2)
    expect(await revive(BALCAO, 'balcao.2500')).toBeDefined()
    expect(await revive(BALCAO, 'balcao.1')).toBeUndefined()
  })

  test('of another user, or of a name that no folder can have, is empty', async () => {
    const { add, list, find } = await aStore()
    await add(1)
    expect(await list({ ...BALCAO, userId: 'bia' }, 10)).toEqual([])
    expect(await list({ ...BALCAO, instance: '../ana' }, 10)).toEqual([])
    expect(await find({ ...BALCAO, instance: '' }, 'balcao.1')).toBeUndefined()
  })

  test('passes over a folder’s other files', async () => {
    const { add, close, dir } = await aStore()
    await add(1)
    await close()
    await appendFile(join(dir, 'outbox', 'ana', 'balcao', 'events.1.ndjson.old'), 'x')
    expect(await (await aStore({ dir })).next(BALCAO)).toMatchObject({ id: 'balcao.1' })
  })
})
