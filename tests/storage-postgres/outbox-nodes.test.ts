import { expect, onTestFinished, test } from 'vitest'
import type { DeliveryChange } from '../../src/domain/webhooks/webhook-outbox-store.ts'
import { openWebhookOutbox } from '../../src/storage-postgres/outbox/webhook-outbox.ts'
import { eventually } from '../support/eventually.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'
import { anEvent, anOutbox, aReceiver, BALCAO } from '../support/storage/outbox.ts'
import { dropDatabasesAfterwards, openTestDatabase } from '../support/storage/postgres.ts'

dropDatabasesAfterwards()

const MINUTE_MS = 60_000
const delivered: DeliveryChange = {
  ...{ id: 'balcao.1', url: null, status: 'delivered', attemptCount: 1, lastError: null },
  ...{ httpStatus: 200, deliveredAt: '2026-01-15T12:00:01.000Z', nextAttemptAt: null },
}

async function aNode(dir: string, owner: string) {
  const db = await openTestDatabase(dir)
  onTestFinished(() => db.destroy())
  return openWebhookOutbox({ db, owner })
}

async function twoNodes() {
  const dir = await aDataFolder()
  const [a, b] = [await aNode(dir, 'a'), await aNode(dir, 'b')]
  await a.add(BALCAO, anEvent({ id: 'balcao.1' }), '')
  const [next] = [await b.next(BALCAO)]
  if (!next) throw new Error('nothing waits')
  return { a, b, next }
}

test('of two nodes that claim an event at once, one gets it, and the other once it is given back', async () => {
  const { a, b, next } = await twoNodes()
  const claims = await Promise.all([
    a.claim(BALCAO, next, MINUTE_MS),
    b.claim(BALCAO, next, MINUTE_MS),
  ])
  expect(claims.toSorted()).toEqual(['others', 'own'])
  const [first, second] = claims[0] === 'own' ? [a, b] : [b, a]
  await second.release(BALCAO, next.id)
  expect(await second.claim(BALCAO, next, MINUTE_MS)).toBe('others')
  await first.release(BALCAO, next.id)
  expect(await second.claim(BALCAO, next, MINUTE_MS)).toBe('own')
})

test('a node whose claim is over says nothing about an event that another has taken over', async () => {
  const { a, b, next } = await twoNodes()
  expect(await a.claim(BALCAO, next, 0)).toBe('own')
  expect(await b.claim(BALCAO, next, MINUTE_MS)).toBe('own')
  await a.release(BALCAO, next.id)
  await a.note(BALCAO, delivered)
  await a.note(BALCAO, { ...delivered, status: 'waiting' })
  expect(await b.next(BALCAO)).toMatchObject({ attemptCount: 0, status: 'waiting' })
  await b.note(BALCAO, { ...delivered, status: 'dead' })
  expect(await a.find(BALCAO, next.id)).toMatchObject({ status: 'dead' })
  expect(await a.claim(BALCAO, next, MINUTE_MS)).toBe('changed')
})

test('of events that two nodes add at once, none is lost, counted twice or given up', async () => {
  const { a, b } = await twoNodes()
  const numbers = Array.from({ length: 60 }, (_, place) => place + 1)
  await Promise.all(
    numbers.map((number) => {
      const event = anEvent({ id: `balcao.${Math.ceil(number / 2)}` })
      return (number % 2 === 0 ? a : b).add(BALCAO, event, '')
    }),
  )
  expect(await a.search(BALCAO, { limit: 100 })).toMatchObject({ total: 30 })
  for (let left = 30; left > 0; left -= 1) {
    expect(await b.waiting()).toEqual([BALCAO])
    const next = await b.next(BALCAO)
    await b.note(BALCAO, { ...delivered, id: next?.id ?? '' })
  }
  expect(await a.waiting()).toEqual([])
})

test('two nodes post each event of an instance once, and the events of each in order', async () => {
  const dir = await aDataFolder()
  const receiver = await aReceiver()
  const options = { dir, webhook: { url: receiver.url } }
  const [a, b] = [
    await anOutbox({ ...options, store: await aNode(dir, 'a') }),
    await anOutbox({ ...options, store: await aNode(dir, 'b') }),
  ]
  const numbers = Array.from({ length: 20 }, (_, place) => place + 1)
  await Promise.all(
    numbers.map((number) => (number % 2 === 0 ? a : b).emit(number, { subject: `M${number}` })),
  )
  await eventually(async () => {
    const all = await a.deliveries()
    return all.length === 20 && all.every(({ status }) => status === 'delivered')
  })
  expect(receiver.numbers.toSorted((one, other) => one - other)).toEqual(numbers)
  for (const rest of [0, 1]) {
    const ofOne = receiver.numbers.filter((number) => number % 2 === rest)
    expect(ofOne).toEqual(ofOne.toSorted((one, other) => one - other))
  }
  expect([...a.faults, ...b.faults]).toEqual([])
})

test('what waited at a node that is gone is posted by another', async () => {
  const dir = await aDataFolder()
  const receiver = await aReceiver()
  const gone = await aNode(dir, 'gone')
  await gone.add(BALCAO, anEvent({ id: 'balcao.1', data: { number: 1 } }), '')
  const next = await gone.next(BALCAO)
  if (!next) throw new Error('nothing waits')
  expect(await gone.claim(BALCAO, next, MINUTE_MS)).toBe('own')
  const other = await aNode(dir, 'other')
  const { outbox, pass, deliveries } = await anOutbox({
    ...{ dir, store: other, webhook: { url: receiver.url } },
  })
  await outbox.start()
  await pass(0)
  expect(receiver.numbers).toEqual([])
  // A claim ends by the database's clock.
  expect(await gone.claim(BALCAO, next, 0)).toBe('own')
  await pass(MINUTE_MS)
  await eventually(async () => (await deliveries())[0]?.status === 'delivered')
  expect(receiver.numbers).toEqual([1])
})
