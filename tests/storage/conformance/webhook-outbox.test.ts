import { describe, expect, onTestFinished, test } from 'vitest'
import type { DeliveryAttempt } from '../../../src/contract/gateways/delivery-attempt.ts'
import type { InboundMedia } from '../../../src/domain/messenger.ts'
import type { DeliverySearch } from '../../../src/domain/webhooks/deliveries/delivery-order.ts'
import type {
  DeliveryChange,
  OutboxEvent,
} from '../../../src/domain/webhooks/webhook-outbox-store.ts'
import type { OutboxLimits } from '../../../src/storage/outbox/instance-outbox.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { type OpenOutbox, outboxEngines } from '../../support/storage/engines/outbox-engines.ts'
import { anEvent, BALCAO } from '../../support/storage/outbox.ts'
import { dropDatabasesAfterwards } from '../../support/storage/postgres.ts'

dropDatabasesAfterwards()

/** What every implementation of `WebhookOutboxStore` promises. */

const REASON = 'Havia eventos demais.'
const MINUTE_MS = 60_000

async function aStore(open: OpenOutbox, limits?: OutboxLimits) {
  const dir = await aDataFolder()
  let { store, close } = await open(dir, limits)
  onTestFinished(async () => {
    await close()
  })
  const reopen = async (): Promise<void> => {
    await close()
    ;({ store, close } = await open(dir, limits))
  }
  const add = (number: number, outbox = BALCAO) =>
    store.add(outbox, anEvent({ id: `balcao.${number}`, data: { number } }), REASON)
  /** As a delivery does: the oldest waiting event is claimed, and noted. */
  const attempt = async (fields: Partial<DeliveryChange> = {}, outbox = BALCAO) => {
    const next = await store.next(outbox)
    if (!next) throw new Error('nothing waits')
    expect(await store.claim(outbox, next, MINUTE_MS)).toBe('own')
    const change = { ...delivered, id: next.id, attemptCount: next.attemptCount + 1, ...fields }
    await store.note(outbox, change)
    return change
  }
  const ids = async (limit = 10, outbox = BALCAO) =>
    (await store.search(outbox, { limit })).deliveries.map(({ id }) => id)
  return { store: () => store, reopen, add, attempt, ids }
}

type Outcome = Omit<DeliveryChange, 'id' | 'attemptCount'>
const delivered: Outcome = {
  ...{ url: 'http://a.example', lastError: null, httpStatus: 200, nextAttemptAt: null },
  deliveredAt: '2026-01-15T12:00:01.000Z',
  status: 'delivered',
}
const dead: Outcome = {
  ...{ url: 'http://a.example', lastError: 'O webhook respondeu 500.', httpStatus: 500 },
  ...{ deliveredAt: null, nextAttemptAt: null },
  status: 'dead',
}
const again: Outcome = { ...dead, status: 'waiting', nextAttemptAt: '2026-01-15T12:01:00.000Z' }

/** One that took so many milliseconds. */
function anAttempt(durationMs: number): DeliveryAttempt {
  return {
    ...{ at: '2026-01-15T12:00:01.000Z', durationMs, isManual: false, httpStatus: 500 },
    ...{ error: 'nul \u0000', headers: { 'webhook-id': 'x' } },
    answer: { headers: {}, text: 'não "\\ {}', isCut: true },
  }
}

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

  test('an event that is told again is kept once, whether it waits or has ended', async () => {
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

  test('lists the newest first, and forgets what ended long ago', async () => {
    const { store, attempt, ids } = await aStore(open)
    const numbers = Array.from({ length: 1_050 }, (_none, place) => place + 1)
    const createdAt = (number: number) =>
      new Date(Date.UTC(2026, 0, 15, 12, 0, number)).toISOString()
    await Promise.all(
      numbers.map((number) =>
        store().add(
          BALCAO,
          anEvent({ id: `balcao.${number}`, createdAt: createdAt(number) }),
          REASON,
        ),
      ),
    )
    for (let number = 1; number <= 10; number += 1) await attempt(dead)
    for (let first = 10; first < 1_030; first += 60) {
      const some = numbers.slice(first, first + 60)
      await Promise.all(
        some.map((number) =>
          store().note(BALCAO, { ...delivered, id: `balcao.${number}`, attemptCount: 1 }),
        ),
      )
    }
    expect(await ids(5)).toEqual(
      numbers
        .slice(-5)
        .reverse()
        .map((number) => `balcao.${number}`),
    )
    expect(await ids(2_000)).toHaveLength(1_020)
    expect(await store().find(BALCAO, 'balcao.1')).toBeUndefined()
    expect(await store().find(BALCAO, 'balcao.1050')).toMatchObject({ status: 'waiting' })
    expect(await store().next(BALCAO)).toMatchObject({ id: 'balcao.1031' })
  })

  test('finds deliveries by event, outcome, time and contents, page by page', async () => {
    const { store, attempt, reopen } = await aStore(open)
    const put = (number: number, fields: Partial<OutboxEvent>) => {
      const createdAt = new Date(Date.UTC(2026, 0, 15, 12, 0, number)).toISOString()
      return store().add(BALCAO, anEvent({ id: `balcao.${number}`, createdAt, ...fields }), REASON)
    }
    await put(1, { data: { contato: '5561988880001', nome: 'Ana São João' } })
    await put(2, { event: 'connection.update', data: { instance: 'balcao', campaign: [42] } })
    await put(3, { data: { key: { id: '3EB0C767' }, text: '100%_' } })
    await put(4, { data: { contato: '5561988880001' } })
    await put(5, { data: {} })
    await attempt()
    await attempt({ ...dead, lastError: 'nul \u0000 "status":"delivered"' })
    const found = async (search: Partial<DeliverySearch>) => {
      const { deliveries, total } = await store().search(BALCAO, { limit: 10, ...search })
      return [total, ...deliveries.map(({ id }) => Number(id.slice('balcao.'.length)))]
    }
    const check = async () => {
      expect(await found({})).toEqual([5, 5, 4, 3, 2, 1])
      expect(await found({ limit: 2 })).toEqual([5, 5, 4])
      const after = { id: 'balcao.4', createdAt: '2026-01-15T12:00:04.000Z' }
      expect(await found({ limit: 2, after })).toEqual([5, 3, 2])
      expect(await found({ status: 'waiting' })).toEqual([3, 5, 4, 3])
      expect(await found({ status: 'dead' })).toEqual([1, 2])
      expect(await found({ status: 'delivered' })).toEqual([1, 1])
      expect(await found({ event: 'connection.update' })).toEqual([1, 2])
      const [since, until] = ['2026-01-15T12:00:02.000Z', '2026-01-15T12:00:04.000Z']
      expect(await found({ since, until })).toEqual([2, 3, 2])
      expect(await found({ q: '+55 (61) 98888-0001' })).toEqual([2, 4, 1])
      expect(await found({ q: 'sao joao', status: 'delivered' })).toEqual([1, 1])
      expect(await found({ q: '42' })).toEqual([1, 2])
      expect(await found({ q: '3eb0c7' })).toEqual([1, 3])
      expect(await found({ q: '0%_' })).toEqual([1, 3])
      expect(await found({ q: '%' })).toEqual([1, 3])
      expect(await found({ q: 'ninguém' })).toEqual([0])
      const { deliveries } = await store().search(BALCAO, { limit: 10 })
      expect(deliveries.map(({ about }) => about)).toEqual([
        ...[undefined, '+55 (61) 98888-0001', undefined, undefined],
        'Ana São João · +55 (61) 98888-0001',
      ])
    }
    await check()
    await reopen()
    await check()
  })

  test('keeps what was sent, and every attempt with its answer, whatever becomes of an event', async () => {
    const { store, add, reopen } = await aStore(open)
    await Promise.all([1, 2, 3].map((number) => add(number)))
    const note = (number: number, outcome: Outcome, attempt: DeliveryAttempt) =>
      store().note(BALCAO, { ...outcome, id: `balcao.${number}`, attemptCount: 1 }, attempt)
    await note(1, again, anAttempt(1))
    await note(1, dead, anAttempt(2))
    await note(2, delivered, anAttempt(3))
    const amend = (number: number, outcome: Outcome, attempt: DeliveryAttempt) =>
      store().amend(BALCAO, { ...outcome, id: `balcao.${number}`, attemptCount: 1 }, attempt)
    await amend(1, dead, anAttempt(4))
    await amend(2, delivered, anAttempt(5))
    const opened = async (number: number) => {
      const kept = await store().open(BALCAO, `balcao.${number}`)
      return [
        ...[kept?.delivery.status, kept?.event?.data],
        ...(kept?.attempts.map(({ durationMs }) => durationMs) ?? []),
      ]
    }
    const check = async () => {
      expect(await opened(1)).toEqual(['dead', { number: 1 }, 1, 2, 4])
      expect(await opened(2)).toEqual(['delivered', { number: 2 }, 3, 5])
      expect(await opened(3)).toEqual(['waiting', { number: 3 }])
      expect(await store().open(BALCAO, 'balcao.4')).toBeUndefined()
    }
    await check()
    expect((await store().open(BALCAO, 'balcao.2'))?.attempts[0]).toEqual(anAttempt(3))
    await reopen()
    await check()
    expect(await store().revive(BALCAO, 'balcao.1')).toMatchObject({ status: 'waiting' })
    expect(await opened(1)).toEqual(['waiting', { number: 1 }, 1, 2, 4])
    await note(1, dead, anAttempt(6))
    await amend(1, delivered, anAttempt(7))
    expect(await opened(1)).toEqual(['delivered', { number: 1 }, 1, 2, 4, 6, 7])
    await reopen()
    expect(await opened(1)).toEqual(['delivered', { number: 1 }, 1, 2, 4, 6, 7])
    expect(await store().revive(BALCAO, 'balcao.1')).toBeUndefined()
    for (let number = 8; number <= 50; number += 1) await amend(1, delivered, anAttempt(number))
    expect((await opened(1)).slice(2)).toEqual(Array.from({ length: 30 }, (_, at) => 21 + at))
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
