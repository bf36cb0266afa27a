import { describe, expect, test } from 'vitest'
import { WEBHOOK_RETRY_DELAYS_MS } from '../../../../src/contract/limits.ts'
import type { InboundMedia } from '../../../../src/domain/messenger.ts'
import { aStandIn } from '../../../support/daemon/stand-in.ts'
import { eventually } from '../../../support/eventually.ts'
import { anOutbox, aReceiver, BALCAO } from '../../../support/storage/outbox.ts'

const aFile: InboundMedia = {
  kind: 'image',
  directPath: '/v/t62/x',
  url: null,
  mediaKey: 'bWVkaWEga2V5',
  sha256: 'ZmlsZSBoYXNo',
}

const MINUTE_MS = 60_000

describe('events for a webhook', () => {
  test('arrive in order, and are listed as delivered', async () => {
    const receiver = await aReceiver()
    const { emit, deliveries } = await anOutbox({ webhook: { url: receiver.url } })
    await Promise.all([1, 2, 3, 4, 5].map((number) => emit(number)))
    await eventually(() => receiver.numbers.length === 5)
    expect(receiver.numbers).toEqual([1, 2, 3, 4, 5])
    const told = await eventually(async () => {
      const all = await deliveries()
      return all.every(({ status }) => status === 'delivered') ? all : undefined
    })
    expect(told).toHaveLength(5)
    expect(told[0]).toMatchObject({
      instance: 'balcao',
      event: 'messages.upsert',
      url: receiver.url,
      attemptCount: 1,
      httpStatus: 200,
      lastError: null,
      deliveredAt: '2026-01-15T12:00:00.000Z',
      nextAttemptAt: null,
    })
  })

  test('that are published again after a crash are kept once, whether they wait or were delivered', async () => {
    const receiver = await aReceiver()
    const first = await anOutbox({ webhook: { url: receiver.url } })
    await receiver.goAway()
    await first.emit(1, { subject: 'M1' })
    await first.emit(1, { subject: 'M1' })
    expect(await first.deliveries()).toHaveLength(1)
    await first.close()

    await receiver.comeBack()
    const { clock } = first
    clock.advance(60 * MINUTE_MS)
    const second = await anOutbox({ dir: first.dir, clock, webhook: { url: receiver.url } })
    await second.emit(1, { subject: 'M1' })
    await eventually(async () => (await second.deliveries())[0]?.status === 'delivered')
    await second.close()

    const third = await anOutbox({ dir: first.dir, clock, webhook: { url: receiver.url } })
    await third.emit(1, { subject: 'M1' })
    await third.emit(2, { subject: 'M2' })
    await eventually(() => receiver.numbers.includes(2))
    expect(receiver.numbers).toEqual([1, 2])
  })

  test('that are of use at once alone are not kept for a receiver that is away', async () => {
    const receiver = await aReceiver()
    const webhook = { url: receiver.url, events: [] }
    const { emit, outbox, deliveries, pass } = await anOutbox({ webhook })
    const emitFleeting = (number: number) =>
      outbox.emit(BALCAO, {
        ...{ event: 'presence.update', data: async () => ({ number }), isFleeting: true },
      })
    await emitFleeting(1)
    await eventually(() => receiver.numbers.length === 1)
    await receiver.goAway()
    await emit(2)
    await eventually(async () =>
      (await deliveries()).some((each) => each.status === 'waiting' && each.attemptCount === 1),
    )
    await emitFleeting(3)
    await emit(4)
    expect(await deliveries()).toHaveLength(3)

    await receiver.comeBack()
    await pass(60 * MINUTE_MS)
    await eventually(() => receiver.numbers.includes(4))
    await emitFleeting(5)
    await eventually(() => receiver.numbers.includes(5))
    expect(receiver.numbers).toEqual([1, 2, 4, 5])
  })

  test.each([
    ['back', -24],
    ['forward', 24],
  ])('are tried again in time although the clock is set %s', async (_, hours) => {
    const receiver = await aReceiver()
    const { emit, clock, outbox, deliveries } = await anOutbox({
      webhook: { url: receiver.url },
    })
    await receiver.goAway()
    await emit(1)
    await eventually(async () => (await deliveries())[0]?.attemptCount === 1)
    await receiver.comeBack()
    await eventually(() => clock.pendingTimers() === 1)
    clock.jump(hours * 60 * MINUTE_MS)
    // Further events must not begin the pause anew.
    for (let part = 0; part < 4; part += 1) {
      outbox.wake(BALCAO)
      clock.advance(5_000)
    }
    await eventually(() => receiver.numbers.length === 1)
  })

  test('are tried again within a day where a clock that was ahead noted their time', async () => {
    const receiver = await aReceiver()
    const first = await anOutbox({ webhook: { url: receiver.url } })
    first.clock.jump(48 * 60 * MINUTE_MS)
    await receiver.goAway()
    await first.emit(1)
    await eventually(async () => (await first.deliveries())[0]?.attemptCount === 1)
    await first.close()
    await receiver.comeBack()
    first.clock.jump(-48 * 60 * MINUTE_MS)
    const second = await anOutbox({
      dir: first.dir,
      clock: first.clock,
      webhook: { url: receiver.url },
    })
    await second.outbox.start()
    await second.pass(24 * 60 * MINUTE_MS)
    await eventually(() => receiver.numbers.length === 1)
  })

  test('that wait for a file hold up neither another instance nor another user', async () => {
    const receiver = await aReceiver()
    let arrive: () => void = () => undefined
    const fileComes = new Promise<void>((resolve) => (arrive = resolve))
    const file = Buffer.from('x')
    const { outbox, downloads } = await anOutbox({
      webhook: { url: receiver.url, base64: true },
      file,
      fileComes,
    })
    const send = (userId: string, instance: string, number: number, media: InboundMedia | null) =>
      outbox.emit(
        { userId, instance },
        { event: 'messages.upsert', data: () => ({ number, message: {} }), media },
      )
    for (let number = 0; number < 40; number += 1) {
      await send('ana', `foto-${number}`, 100 + number, aFile)
    }
    await eventually(() => downloads.length > 0)
    await send('ana', 'texto', 1, null)
    await send('bia', 'texto', 2, null)
    await eventually(() => receiver.numbers.length === 2)
    await send('bia', 'foto', 3, aFile)
    // One of the places for files is always kept for another user.
    await eventually(() => downloads.length === 2)
    arrive()
    await eventually(() => receiver.numbers.length === 43)
    expect(receiver.numbers.slice(0, 2)).toEqual([1, 2])
    expect(receiver.numbers.indexOf(3)).toBeLessThan(10)
  })

  test('are kept only where the webhook asks for them', async () => {
    const { emit, deliveries, setWebhook } = await anOutbox({
      webhook: { events: ['SEND_MESSAGE'] },
    })
    await emit(1)
    setWebhook({ enabled: false })
    await emit(2, { event: 'send.message' })
    setWebhook(null)
    await emit(3)
    expect(await deliveries()).toEqual([])
  })

  test('go on where they were with the next daemon, with the attempts so far', async () => {
    const receiver = await aReceiver()
    const first = await anOutbox({ webhook: { url: receiver.url } })
    await receiver.goAway()
    await first.emit(1)
    await first.emit(2)
    await eventually(async () => (await first.deliveries())[1]?.attemptCount === 1)
    await first.close()

    const { dir, clock } = first
    const second = await anOutbox({ dir, clock, webhook: { url: receiver.url } })
    await second.outbox.start()
    expect((await second.deliveries())[1]).toMatchObject({ attemptCount: 1, status: 'waiting' })
    await receiver.comeBack()
    await second.pass(WEBHOOK_RETRY_DELAYS_MS[0])
    await eventually(() => receiver.numbers.length === 2)
    expect(receiver.numbers).toEqual([1, 2])
    await eventually(async () =>
      (await second.deliveries()).every(({ status }) => status === 'delivered'),
    )
  })

  test('beyond the limit push out the oldest, which can be sent again by hand', async () => {
    const receiver = await aReceiver()
    await receiver.goAway()
    const { emit, outbox, pass, deliveries, faults } = await anOutbox({
      webhook: { url: receiver.url },
      limits: { waitingCount: 3, waitingBytes: 1_000_000 },
    })
    for (const number of [1, 2, 3, 4, 5]) await emit(number)
    const dead = (await deliveries()).filter(({ status }) => status === 'dead')
    expect(dead.map(({ lastError }) => lastError)).toEqual([
      'Havia eventos demais à espera deste webhook.',
      'Havia eventos demais à espera deste webhook.',
    ])
    await receiver.comeBack()
    await pass(MINUTE_MS)
    await eventually(() => receiver.numbers.length === 3)
    expect(receiver.numbers).toEqual([3, 4, 5])

    const [second, first] = dead
    expect(await outbox.retry(BALCAO.userId, first?.id ?? '')).toMatchObject({
      status: 'waiting',
      attemptCount: 0,
    })
    await outbox.retry(BALCAO.userId, second?.id ?? '')
    await eventually(() => receiver.numbers.length === 5)
    expect(receiver.numbers.slice(3)).toEqual([1, 2])
    expect(faults).toEqual([])
  })

  test('that wait when their webhook is turned off are given up', async () => {
    const receiver = await aReceiver()
    await receiver.goAway()
    const { emit, pass, setWebhook, deliveries } = await anOutbox({
      webhook: { url: receiver.url },
    })
    await emit(1)
    await eventually(async () => (await deliveries())[0]?.attemptCount === 1)
    setWebhook({ enabled: false })
    await pass(MINUTE_MS)
    await eventually(async () => (await deliveries())[0]?.status === 'dead')
    expect((await deliveries())[0]?.lastError).toContain('desligado')
  })

  test('of one instance do not wait for a slow receiver of another', async () => {
    const slow = await aStandIn(() => null)
    const { emit, outbox, store } = await anOutbox({ webhook: { url: slow.url } })
    await emit(1)
    await eventually(() => slow.seen.length === 1)
    const other = { userId: 'ana', instance: 'estoque' }
    await outbox.emit(other, { event: 'messages.upsert', data: () => ({ number: 2 }) })
    await eventually(() => slow.seen.length === 2)
    const { deliveries } = await store.search(other, { limit: 10 })
    expect(deliveries.map(({ status }) => status)).toEqual(['waiting'])
  })
})
