import { describe, expect, test } from 'vitest'
import type { DeliveryAttempt } from '../../../../src/contract/gateways/delivery-attempt.ts'
import type { DeliverySearch } from '../../../../src/domain/webhooks/deliveries/delivery-order.ts'
import type { OutboxEvent } from '../../../../src/domain/webhooks/webhook-outbox-store.ts'
import { type OpenOutbox, outboxEngines } from '../../../support/storage/engines/outbox-engines.ts'
import { anEvent, BALCAO } from '../../../support/storage/outbox.ts'
import {
  again,
  anAttempt,
  aStore,
  dead,
  delivered,
  type Outcome,
  REASON,
} from '../../../support/storage/outbox-store.ts'
import { dropDatabasesAfterwards } from '../../../support/storage/postgres.ts'

dropDatabasesAfterwards()

/** What every implementation of `WebhookOutboxStore` promises. */

describe.each(Object.entries(outboxEngines))('an outbox in %s', (_, open: OpenOutbox) => {
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
})
