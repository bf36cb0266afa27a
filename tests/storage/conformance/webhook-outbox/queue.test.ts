import { describe, expect, test } from 'vitest'
import type { InboundMedia } from '../../../../src/domain/messenger.ts'
import { type OpenOutbox, outboxEngines } from '../../../support/storage/engines/outbox-engines.ts'
import { anEvent, BALCAO } from '../../../support/storage/outbox.ts'
import {
  again,
  aStore,
  dead,
  delivered,
  MINUTE_MS,
  REASON,
} from '../../../support/storage/outbox-store.ts'
import { dropDatabasesAfterwards } from '../../../support/storage/postgres.ts'

dropDatabasesAfterwards()

/** What every implementation of `WebhookOutboxStore` promises. */

describe.each(Object.entries(outboxEngines))('an outbox in %s', (_, open: OpenOutbox) => {
  test('keeps whatever is said of an attempt', async () => {
    const { store, add, attempt } = await aStore(open)
    await add(1)
    const lastError = 'nul \u0000, half \ud83d, "\\'
    const change = await attempt({ ...dead, lastError })
    expect(await store().find(BALCAO, change.id)).toMatchObject({ lastError, status: 'dead' })
  })

  test('gives its events one after the other, oldest first', async () => {
    const { store, add, attempt } = await aStore(open)
    expect(await store().next(BALCAO)).toBeUndefined()
    await Promise.all([1, 2, 3].map((number) => add(number)))
    expect(await store().next(BALCAO)).toEqual({
      ...{ id: 'balcao.1', instance: 'balcao', event: 'messages.upsert', status: 'waiting' },
      ...{ createdAt: '2026-01-15T12:00:00.000Z', attemptCount: 0, url: null, lastError: null },
      ...{ httpStatus: null, deliveredAt: null, nextAttemptAt: null },
    })
    expect(await store().read(BALCAO, 'balcao.2')).toEqual(
      anEvent({ id: 'balcao.2', data: { number: 2 } }),
    )
    await attempt()
    expect(await store().next(BALCAO)).toMatchObject({ id: 'balcao.2' })
    expect(await store().read(BALCAO, 'balcao.1')).toBeUndefined()
    expect(await store().find(BALCAO, 'balcao.1')).toMatchObject({ ...delivered, attemptCount: 1 })
  })

  test('an event that failed keeps its place, and what became of it', async () => {
    const { store, add, attempt } = await aStore(open)
    await Promise.all([1, 2].map((number) => add(number)))
    await attempt(again)
    expect(await store().next(BALCAO)).toMatchObject({ id: 'balcao.1', ...again, attemptCount: 1 })
    await attempt(again)
    expect(await store().next(BALCAO)).toMatchObject({ id: 'balcao.1', attemptCount: 2 })
    await attempt(dead)
    expect(await store().find(BALCAO, 'balcao.1')).toMatchObject({ ...dead, attemptCount: 3 })
    expect(await store().next(BALCAO)).toMatchObject({ id: 'balcao.2', attemptCount: 0 })
  })

  test('holds the same events when it is opened again', async () => {
    const { store, add, attempt, reopen, ids } = await aStore(open)
    await Promise.all([1, 2, 3, 4].map((number) => add(number)))
    await attempt()
    await attempt(dead)
    await attempt(again)
    const before = (await ids()).toSorted()
    await reopen()
    expect((await ids()).toSorted()).toEqual(before)
    expect(await store().waiting()).toEqual([BALCAO])
    expect(await store().next(BALCAO)).toMatchObject({ id: 'balcao.3', attemptCount: 1 })
    expect(await store().find(BALCAO, 'balcao.2')).toMatchObject(dead)
    expect(await store().revive(BALCAO, 'balcao.2')).toMatchObject({ attemptCount: 0 })
    expect(await store().read(BALCAO, 'balcao.2')).toMatchObject({ data: { number: 2 } })
  })

  test('an event that is added again is kept once, whether it waits or has ended', async () => {
    const { store, add, attempt, ids, reopen } = await aStore(open)
    await Promise.all([add(1), add(1), add(2)])
    await add(1)
    expect((await ids()).toSorted()).toEqual(['balcao.1', 'balcao.2'])
    await attempt()
    await attempt(dead)
    await reopen()
    await add(1)
    await add(2)
    expect(await store().next(BALCAO)).toBeUndefined()
    expect(await ids()).toHaveLength(2)
  })

  test('what an event holds comes back as it was', async () => {
    const { store, reopen } = await aStore(open)
    const media: InboundMedia = {
      ...{ directPath: '/v/x', url: null, mediaKey: 'a2V5', sha256: 'aGFzaA==' },
      kind: 'image',
    }
    const text = 'Avó 👩🏽‍🦱 \u0000 \ud83d "\\" \\u0000 \u2028'
    const event = anEvent({ data: { text, list: [1, null, { of: text }] }, media })
    await store().add(BALCAO, event, REASON)
    await reopen()
    expect(await store().read(BALCAO, event.id)).toEqual(event)
  })

  test('only who claims an event as it now is may attempt it', async () => {
    const { store, add, attempt } = await aStore(open)
    await add(1)
    const first = await store().next(BALCAO)
    if (!first) throw new Error('nothing waits')
    expect(await store().claim(BALCAO, first, MINUTE_MS)).toBe('own')
    expect(await store().claim(BALCAO, first, MINUTE_MS)).toBe('own')
    await store().release(BALCAO, first.id)
    await attempt(again)
    expect(await store().claim(BALCAO, first, MINUTE_MS)).toBe('changed')
    await attempt()
    expect(await store().claim(BALCAO, first, MINUTE_MS)).toBe('changed')
    expect(await store().claim(BALCAO, { ...first, id: 'x' }, MINUTE_MS)).toBe('changed')
  })

  test('what became of an event that waits no more is not noted again', async () => {
    const { store, add, attempt } = await aStore(open)
    await add(1)
    const change = await attempt()
    await store().note(BALCAO, { ...change, ...dead })
    await store().note(BALCAO, { ...change, ...again })
    await store().note(BALCAO, { ...change, id: 'x', ...dead })
    expect(await store().find(BALCAO, change.id)).toMatchObject(delivered)
    expect(await store().find(BALCAO, 'x')).toBeUndefined()
    expect(await store().waiting()).toEqual([])
  })

  test('gives up the oldest where more wait than it may hold', async () => {
    const { store, add, ids } = await aStore(open, { waitingCount: 3, waitingBytes: 10_000 })
    for (const number of [1, 2, 3, 4, 5]) await add(number)
    expect(await ids()).toHaveLength(5)
    for (const id of ['balcao.1', 'balcao.2']) {
      expect(await store().find(BALCAO, id)).toMatchObject({
        ...{ status: 'dead', lastError: REASON, nextAttemptAt: null, attemptCount: 0 },
      })
    }
    expect(await store().next(BALCAO)).toMatchObject({ id: 'balcao.3', status: 'waiting' })
    expect(await store().revive(BALCAO, 'balcao.1')).toMatchObject({ status: 'waiting' })
  })

  test('gives up the oldest where more bytes wait than it may hold, and never the newest', async () => {
    const { store, ids } = await aStore(open, { waitingCount: 100, waitingBytes: 2_500 })
    const add = (number: number, bytes: number) =>
      store().add(
        BALCAO,
        anEvent({ id: `balcao.${number}`, data: { text: 'a'.repeat(bytes) } }),
        REASON,
      )
    await add(1, 900)
    await add(2, 900)
    expect(await store().next(BALCAO)).toMatchObject({ id: 'balcao.1' })
    await add(3, 900)
    expect(await store().next(BALCAO)).toMatchObject({ id: 'balcao.2' })
    await add(4, 5_000)
    expect(await store().next(BALCAO)).toMatchObject({ id: 'balcao.4' })
    expect(await ids()).toHaveLength(4)
  })

  test('what was given up can be put back behind all others, once, and what was delivered not', async () => {
    const { store, add, attempt } = await aStore(open)
    await Promise.all([1, 2, 3].map((number) => add(number)))
    await attempt()
    await attempt(dead)
    expect(await store().revive(BALCAO, 'balcao.1')).toBeUndefined()
    expect(await store().revive(BALCAO, 'x')).toBeUndefined()
    expect(await store().revive(BALCAO, 'balcao.2')).toMatchObject({
      ...{ id: 'balcao.2', status: 'waiting', attemptCount: 0, lastError: null, url: null },
    })
    expect(await store().revive(BALCAO, 'balcao.2')).toBeUndefined()
    await attempt()
    expect(await store().next(BALCAO)).toMatchObject({ id: 'balcao.2' })
    expect(await store().read(BALCAO, 'balcao.2')).toMatchObject({ data: { number: 2 } })
    await attempt()
    expect(await store().waiting()).toEqual([])
  })

  test('of another owner or instance shows and changes nothing', async () => {
    const { store, add, attempt, ids } = await aStore(open)
    await add(1)
    await add(2)
    await attempt(dead)
    for (const other of [
      { ...BALCAO, userId: 'bia' },
      { ...BALCAO, instance: 'estoque' },
    ]) {
      const own = await store().next(BALCAO)
      if (!own) throw new Error('nothing waits')
      await store().note(other, { ...delivered, id: own.id, attemptCount: 1 })
      expect(await store().next(other)).toBeUndefined()
      expect(await store().claim(other, own, MINUTE_MS)).toBe('changed')
      await store().release(other, own.id)
      expect(await store().read(other, own.id)).toBeUndefined()
      expect(await store().find(other, 'balcao.1')).toBeUndefined()
      expect(await store().revive(other, 'balcao.1')).toBeUndefined()
      expect(await ids(10, other)).toEqual([])
      await store().remove(other)
    }
    expect(await store().instances('bia')).toEqual([])
    expect((await ids()).toSorted()).toEqual(['balcao.1', 'balcao.2'])
    expect(await store().find(BALCAO, 'balcao.2')).toMatchObject({ status: 'waiting' })
  })

  test('of any name is found again under it, with those of all owners', async () => {
    const { store, add, reopen } = await aStore(open)
    const names = ['balcao', `../Loja São José ${'é'.repeat(80)}`, 'a/b', '\\u0000', '\u0000 ']
    const all = ['ana', 'bia'].flatMap((userId) => names.map((instance) => ({ userId, instance })))
    for (const outbox of all) await add(1, outbox)
    await reopen()
    const byName = (list: readonly object[]) => list.map((each) => JSON.stringify(each)).sort()
    expect(byName(await store().waiting())).toEqual(byName(all))
    expect([...(await store().instances('ana'))].sort()).toEqual(names.toSorted())
    for (const outbox of all) {
      expect(await store().next(outbox)).toMatchObject({ instance: outbox.instance })
    }
  })

  test('does not come back with the end of what was under way when its instance was removed', async () => {
    const { store, add, reopen } = await aStore(open)
    await add(1)
    const delivery = await store().next(BALCAO)
    if (!delivery) throw new Error('nothing waits')
    await store().remove(BALCAO)
    await store().note(BALCAO, { ...delivered, id: delivery.id, attemptCount: 1 })
    expect(await store().next(BALCAO)).toBeUndefined()
    expect(await store().claim(BALCAO, delivery, 1_000)).toBe('changed')
    expect(await store().instances('ana')).toEqual([])
    await reopen()
    expect(await store().instances('ana')).toEqual([])
  })

  test('is gone with its instance, and begins anew', async () => {
    const { store, add, attempt, ids } = await aStore(open)
    await add(1)
    await add(2)
    await attempt(dead)
    await store().remove(BALCAO)
    expect(await store().instances('ana')).toEqual([])
    expect(await store().waiting()).toEqual([])
    expect(await ids()).toEqual([])
    await add(1)
    expect(await store().waiting()).toEqual([BALCAO])
    expect(await ids()).toEqual(['balcao.1'])
  })
})
