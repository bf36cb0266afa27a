import { expect, test } from 'vitest'
import type { SendOutcome } from '../../../../src/domain/messenger.ts'
import {
  limitAt,
  newWarmUp,
  noFirstMessages,
  withFirst,
  withRefusedFirst,
} from '../../../../src/domain/sending/strangers/first-messages.ts'
import type { Standing } from '../../../../src/domain/sending/strangers/standing.ts'
import { createRandom } from '../../../simulation/machine/random.ts'
import { accepted, anEngine, DEVICE, phones } from '../../../support/domain/engine.ts'
import { passes } from '../../../support/eventually.ts'
import { aDataFolder } from '../../../support/storage/data-folder.ts'
import { createMemoryStore } from '../../../support/storage/memory/memory-store.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

function found(acquaintanceOf: (phone: string) => 'conversation' | 'written_to' | 'none') {
  return ({ phone }: { readonly phone: string }) =>
    ({
      phone,
      result: 'found',
      jid: `${phone}@s.whatsapp.net`,
      lid: null,
      acquaintance: acquaintanceOf(phone),
    }) as const
}

test('beyond the daily limit new people wait until the first of them is a day old', async () => {
  const engine = await anEngine()
  await engine.holds.limit(DEVICE, { dailyLimit: 3 })
  const startMs = engine.clock.now()
  await engine.begin(phones(5))
  await passes(() => expect(engine.acceptedIndices).toHaveLength(3))
  expect(await engine.quiet()).toBe(3)
  const until = new Date(startMs + DAY_MS + MINUTE_MS).toISOString()
  expect(engine.sending.liveWait('1')).toEqual({ reason: 'limite_diario', until })
  expect(engine.holds.show(DEVICE)).toMatchObject({
    firstMessageCount: 3,
    limits: { dailyLimit: 3, isWarmingUp: false, today: 3 },
  })

  engine.clock.advance(DAY_MS + MINUTE_MS - 1)
  expect(await engine.quiet()).toBe(3)
  engine.clock.advance(1)
  expect(await engine.ended()).toMatchObject({ sentCount: 5, errorCount: 0 })
})

test('who was ever written to goes on meanwhile, and nobody else is even looked up', async () => {
  const acquaintanceOf = (phone: string) =>
    phone.endsWith('7') ? 'written_to' : phone.endsWith('8') ? 'conversation' : 'none'
  const engine = await anEngine({
    isAcquainted: (phone) => phone.endsWith('8'),
    lookUp: found(acquaintanceOf),
  })
  await engine.holds.limit(DEVICE, { dailyLimit: 2 })
  await engine.begin(phones(500), 1)
  await passes(async () => {
    engine.clock.advance(1_000)
    expect(engine.acceptedIndices).toHaveLength(102)
  })
  engine.clock.advance(10_000)
  expect(await engine.quiet()).toBe(102)
  const strangers = engine.sent.filter(({ jid }) => !/[78]@/.test(jid))
  expect(strangers).toHaveLength(2)
  expect(engine.lookedUp.filter((phone) => acquaintanceOf(phone) === 'none').length).toBeLessThan(
    80,
  )
  expect(engine.sending.liveWait('1')?.reason).toBe('limite_diario')
})

test('a limit that is lifted or raised lets the others go on at once', async () => {
  const engine = await anEngine()
  await engine.holds.limit(DEVICE, { dailyLimit: 1 })
  await engine.begin(phones(4))
  await passes(() => expect(engine.acceptedIndices).toHaveLength(1))
  await engine.holds.limit(DEVICE, { dailyLimit: 2 })
  await passes(() => expect(engine.acceptedIndices).toHaveLength(2))
  expect(await engine.quiet()).toBe(2)
  await engine.holds.limit(DEVICE, { dailyLimit: null })
  expect(await engine.ended()).toMatchObject({ sentCount: 4 })
  expect(engine.holds.show(DEVICE).limits).toBeUndefined()
})

test('what is counted outlives a crash, and a message of unknown fate counts once', async () => {
  const standings = createMemoryStore<Standing>()
  const dir = await aDataFolder()
  const first = await anEngine({
    dir,
    standings,
    send: () => (first.sent.length === 2 ? new Promise<SendOutcome>(() => undefined) : accepted),
  })
  await first.holds.limit(DEVICE, { dailyLimit: 3 })
  await first.begin(phones(6), 1)
  await passes(() => {
    first.clock.advance(1_000)
    expect(first.sent).toHaveLength(2)
  })
  // Nothing is flushed: the process is gone with its second message on its way.
  const second = await anEngine({ dir, standings, startMs: first.clock.now() })
  await second.resume()
  await passes(() => expect(second.acceptedIndices).toHaveLength(2))
  expect(await second.quiet()).toBe(2)
  expect(second.sent[0]?.messageId).toBe(first.sent[1]?.messageId)
  expect(second.sending.liveWait('1')?.reason).toBe('limite_diario')
})

test('a warm-up begins with 20 and grows by a quarter after each day on which messages left', async () => {
  const engine = await anEngine()
  await engine.holds.limit(DEVICE, { isWarmingUp: true })
  await engine.begin(phones(200))
  const reaches = async (acceptedCount: number) => {
    await passes(() => expect(engine.acceptedIndices).toHaveLength(acceptedCount))
    await engine.quiet()
    expect(engine.acceptedIndices).toHaveLength(acceptedCount)
  }
  for (const sum of [20, 20 + 25]) {
    await reaches(sum)
    engine.clock.advance(DAY_MS + MINUTE_MS)
  }
  await reaches(20 + 25 + 31)
  // Days without a message do not raise the warm-up.
  engine.connect(false)
  engine.clock.advance(6 * DAY_MS)
  expect(engine.holds.show(DEVICE).limits).toEqual({
    dailyLimit: null,
    isWarmingUp: true,
    today: 38,
  })
})

test('a refusal halves the warm-up, those of one day once, and the next good day raises it again', () => {
  const startMs = Date.UTC(2026, 0, 15, 12)
  const at = (hours: number) => startMs + hours * 60 * MINUTE_MS
  let state = withFirst({ ...noFirstMessages, warmUp: newWarmUp() }, at(0))
  expect(limitAt(state, at(23))).toBe(20)
  expect(limitAt(state, at(24))).toBe(25)
  state = withRefusedFirst(state, at(25))
  state = withRefusedFirst(state, at(26))
  expect(limitAt(state, at(26))).toBe(12)
  // No message has left since, so that no day has begun that would raise the limit.
  expect(limitAt(state, at(200))).toBe(12)
  state = withFirst(state, at(200))
  expect(limitAt(state, at(224))).toBe(15)
  expect(limitAt({ ...state, dailyLimit: 5 }, at(224))).toBe(5)
})

test('in no 24 hours of 8 messy weeks do more first messages leave than allowed', async () => {
  const random = createRandom(18)
  for (let life = 0; life < 8; life += 1) {
    const dailyLimit = random.between(1, 6)
    const standings = createMemoryStore<Standing>()
    const dir = await aDataFolder()
    const times: number[] = []
    const written = new Set<string>()
    let startMs = Date.UTC(2026, 0, 15, 12)
    let isBegun = false
    for (let part = 0; part < 3; part += 1) {
      const engine = await anEngine({
        dir,
        standings,
        startMs,
        plan: { intervalSeconds: random.pick([0, 600, 7_200]) },
        lookUp: found((phone) => (phone.endsWith('5') ? 'written_to' : 'none')),
        send: ({ jid }) => {
          const answer = random.next()
          if (answer < 0.1) return { kind: 'not_sent', reason: 'closed', detail: '' }
          const isNew = !jid.includes('5@') && !written.has(jid)
          if (isNew) times.push(engine.clock.now())
          written.add(jid)
          if (answer < 0.2) return { kind: 'unknown', reason: 'timeout', detail: '' }
          return accepted
        },
      })
      if (!isBegun) await engine.holds.limit(DEVICE, { dailyLimit })
      await (isBegun ? engine.resume() : engine.begin(phones(20)))
      isBegun = true
      for (let step = 0; step < 8; step += 1) {
        await engine.quiet()
        engine.clock.advance(random.between(1, 10) * 3_600_000)
      }
      await engine.pause()
      await engine.sending.atRest('1')
      startMs = engine.clock.now()
      await engine.close()
    }
    const most = times.map((at) => times.filter((each) => each >= at && each < at + DAY_MS).length)
    expect(Math.max(...most)).toBeLessThanOrEqual(dailyLimit)
    expect(times.length).toBeGreaterThan(0)
  }
})
