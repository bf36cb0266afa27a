import { describe, expect, test } from 'vitest'
import { WEBHOOK_RETRY_DELAYS_MS } from '../../../../src/contract/limits.ts'
import { aStandIn } from '../../../support/daemon/stand-in.ts'
import { publicTargets } from '../../../support/domain/targets.ts'
import { eventually } from '../../../support/eventually.ts'
import { anOutbox, aReceiver } from '../../../support/storage/outbox.ts'

const MINUTE_MS = 60_000

function numberOf({ text }: { readonly text: string }): number {
  const body: { data: { number: number } } = JSON.parse(text)
  return body.data.number
}

describe('events for a webhook', () => {
  test('arrive in order after the receiver was away for an hour', async () => {
    const receiver = await aReceiver()
    const { emit, pass, clock, deliveries } = await anOutbox({ webhook: { url: receiver.url } })
    await emit(1)
    await eventually(() => receiver.numbers.length === 1)
    await receiver.goAway()
    const start = clock.now()
    let number = 1
    while (clock.now() - start < 60 * MINUTE_MS) {
      number += 1
      await emit(number)
      await pass(10 * MINUTE_MS)
    }
    expect(receiver.numbers).toEqual([1])
    expect((await deliveries()).map(({ status }) => status)).toContain('waiting')
    await receiver.comeBack()
    while (receiver.numbers.length < number) {
      clock.advance(MINUTE_MS)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(receiver.numbers).toEqual(Array.from({ length: number }, (_, index) => index + 1))
  })

  test('are attempted six times, ever less often, and then given up', async () => {
    const { url, seen } = await aStandIn(() => ({ status: 500 }))
    const { emit, clock, deliveries } = await anOutbox({ webhook: { url } })
    await emit(1)
    for (const [index, delayMs] of WEBHOOK_RETRY_DELAYS_MS.entries()) {
      await eventually(async () => (await deliveries())[0]?.attemptCount === index + 1)
      expect((await deliveries())[0]).toMatchObject({
        status: 'waiting',
        lastError: 'O webhook respondeu 500.',
        httpStatus: 500,
        nextAttemptAt: new Date(clock.now() + delayMs).toISOString(),
      })
      await eventually(() => clock.pendingTimers() === 1)
      clock.advance(delayMs - 1)
      expect(clock.pendingTimers()).toBe(1)
      clock.advance(1)
    }
    await eventually(async () => (await deliveries())[0]?.status === 'dead')
    expect(seen).toHaveLength(6)
    expect(clock.pendingTimers()).toBe(0)
    const ids = seen.map(({ headers }) => headers['x-disparo-event-id'])
    expect(new Set(ids).size).toBe(1)
    expect(new Set(seen.map(({ text }) => text)).size).toBe(1)
  })

  test.each([410, 400, 413, 415, 422])(
    'that the receiver refuses for good with %i do not hold up the next',
    async (status) => {
      const { url, seen } = await aStandIn((call) => ({
        status: numberOf(call) === 1 ? status : 200,
      }))
      const { emit, deliveries } = await anOutbox({ webhook: { url } })
      await emit(1)
      await emit(2)
      await eventually(() => seen.length === 2)
      await eventually(async () => (await deliveries())[0]?.status === 'delivered')
      expect((await deliveries())[1]).toMatchObject({ status: 'dead', httpStatus: status })
    },
  )

  test.each([404, 401, 403, 408, 409, 429, 500, 503])(
    'that meet a %i for a while arrive all the same, in order',
    async (status) => {
      let isWell = false
      const { url, seen } = await aStandIn(() => ({ status: isWell ? 200 : status }))
      const { emit, pass, deliveries } = await anOutbox({ webhook: { url } })
      await emit(1)
      await emit(2)
      await eventually(async () => (await deliveries())[1]?.attemptCount === 1)
      isWell = true
      await pass(MINUTE_MS)
      await eventually(async () =>
        (await deliveries()).every((delivery) => delivery.status === 'delivered'),
      )
      expect(seen.map(numberOf)).toEqual([1, 1, 2])
    },
  )

  test('wait as long as the receiver asks', async () => {
    const { url } = await aStandIn(() => ({ status: 429, headers: { 'retry-after': '7200' } }))
    const { emit, clock, deliveries } = await anOutbox({ webhook: { url } })
    await emit(1)
    const told = await eventually(async () => {
      const [first] = await deliveries()
      return first?.attemptCount === 1 ? first : undefined
    })
    expect(told.nextAttemptAt).toBe(new Date(clock.now() + 7_200_000).toISOString())
  })

  test('are given up on a receiver that never answers in time', async () => {
    const { url } = await aStandIn(() => null)
    const { emit, deliveries } = await anOutbox({ webhook: { url }, timeoutMs: 50 })
    await emit(1)
    const told = await eventually(async () => {
      const [first] = await deliveries()
      return first?.attemptCount === 1 ? first : undefined
    })
    expect(told).toMatchObject({
      status: 'waiting',
      httpStatus: null,
      lastError: 'O webhook não respondeu em 10 segundos.',
    })
  })

  test('never go to a private address where that is forbidden', async () => {
    const { url, seen } = await aStandIn(() => ({ status: 200 }))
    const { emit, deliveries } = await anOutbox({ webhook: { url }, targets: publicTargets() })
    await emit(1)
    await eventually(async () => (await deliveries())[0]?.status === 'dead')
    expect((await deliveries())[0]?.lastError).toContain('DISPARO_PRIVATE_TARGETS')
    expect(seen).toEqual([])
  })
})

describe('a retry by hand', () => {
  test('is refused for a delivery that does not exist or was not given up', async () => {
    const receiver = await aReceiver()
    const { emit, outbox, deliveries } = await anOutbox({ webhook: { url: receiver.url } })
    await emit(1)
    await eventually(async () => (await deliveries())[0]?.status === 'delivered')
    const [first] = await deliveries()
    const id = first?.id ?? ''
    await expect(outbox.retry('ana', id)).rejects.toMatchObject({ code: 'delivery_not_dead' })
    for (const unknown of ['balcao.x', 'x', '', '../../etc.1', 'outro.1']) {
      await expect(outbox.retry('ana', unknown)).rejects.toMatchObject({
        code: 'delivery_not_found',
      })
    }
    await expect(outbox.retry('bia', id)).rejects.toMatchObject({ code: 'delivery_not_found' })
  })
})
