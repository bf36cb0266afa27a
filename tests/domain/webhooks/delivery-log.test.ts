import { expect, test } from 'vitest'
import { aStandIn } from '../../support/daemon/stand-in.ts'
import { eventually } from '../../support/eventually.ts'
import { anOutbox, BALCAO } from '../../support/storage/outbox.ts'

/** An outbox whose first event was given up, and whose second waits for its next attempt. */
async function aFailedOutbox(later: readonly number[]) {
  const statuses = [410, 500, ...later]
  const { url, seen } = await aStandIn(() => ({ status: statuses.shift() ?? 200 }))
  const one = await anOutbox({ webhook: { url } })
  await one.emit(1)
  await eventually(() => seen.length === 1)
  await one.emit(2)
  const [second, first] = await eventually(async () => {
    const all = await one.deliveries()
    return all.length === 2 && all.every(({ attemptCount }) => attemptCount === 1) ? all : undefined
  })
  const numbers = () => seen.map(({ text }) => JSON.parse(text).data.number)
  return { ...one, seen, numbers, first: first?.id ?? '', second: second?.id ?? '' }
}

test('what a person puts back into the queue does not wait for what failed before it', async () => {
  const { outbox, numbers, deliveries } = await aFailedOutbox([])
  expect(await outbox.retryAll(BALCAO, {})).toBe(1)
  // No time has passed: the event that waited is tried at once, and what was put back follows it.
  await eventually(() => numbers().length === 4)
  expect(numbers()).toEqual([1, 2, 2, 1])
  await eventually(async () =>
    (await deliveries()).every(({ status }) => status === 'delivered') ? true : undefined,
  )
})

test('a success by hand tells that the receiver is there, and what waits follows at once', async () => {
  const { outbox, numbers, first } = await aFailedOutbox([])
  const opened = await outbox.resend(BALCAO.userId, first)
  expect(opened.delivery).toMatchObject({ status: 'delivered', attemptCount: 1 })
  await eventually(() => numbers().length === 4)
  expect(numbers()).toEqual([1, 2, 1, 2])
})

test('a failure by hand takes nothing from the attempts that are made automatically', async () => {
  const { outbox, numbers, second, deliveries } = await aFailedOutbox([503])
  const before = (await deliveries()).find(({ id }) => id === second)
  const { delivery, attempts } = await outbox.resend(BALCAO.userId, second)
  expect(delivery).toMatchObject({
    ...{ status: 'waiting', attemptCount: 1, lastError: 'O webhook respondeu 503.' },
    nextAttemptAt: before?.nextAttemptAt,
  })
  expect(attempts.map(({ isManual, httpStatus }) => [isManual, httpStatus])).toEqual([
    [false, 500],
    [true, 503],
  ])
  expect(numbers()).toEqual([1, 2, 2])
})

test('what is kept no more is not sent again, and what does not exist is not found', async () => {
  const { outbox, store, first } = await aFailedOutbox([])
  await expect(outbox.resend(BALCAO.userId, 'balcao.x')).rejects.toMatchObject({
    code: 'delivery_not_found',
  })
  await expect(outbox.resend('bia', first)).rejects.toMatchObject({ code: 'delivery_not_found' })
  await store.add(
    BALCAO,
    {
      id: 'balcao.bare',
      event: 'messages.upsert',
      createdAt: '2026-01-15T12:00:00.000Z',
      data: null,
      media: null,
    },
    '',
  )
  await expect(outbox.resend(BALCAO.userId, 'balcao.bare')).rejects.toMatchObject({
    code: 'delivery_body_gone',
  })
})
