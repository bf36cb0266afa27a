import { expect, test } from 'vitest'
import { nextOpening } from '../../../src/contract/campaigns/send-hours.ts'
import type { SendHours } from '../../../src/contract/campaigns/send-window.ts'
import { createRandom, type Random } from '../../simulation/machine/random.ts'
import { anEngine, type Engine, phones, startEngine } from '../../support/domain/engine.ts'
import {
  isOpenByTheClock,
  someMoment,
  someWindows,
  zones,
} from '../../support/domain/wall-clock.ts'
import { passes } from '../../support/eventually.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { scaled } from '../../support/scale.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

/** More of them on demand: HOURS_CAMPAIGNS=10000 */
const CAMPAIGNS = Number(process.env.HOURS_CAMPAIGNS ?? scaled(40, { full: 150 }))
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const mornings = {
  windows: [{ days: [1, 2, 3, 4, 5], start: '08:00', end: '12:00' }],
  timeZone: 'America/Sao_Paulo',
}

/** Waits until `count` recipients are accepted, and what they caused is done. */
async function accepted(engine: Engine, count: number): Promise<void> {
  await passes(() => expect(engine.acceptedIndices).toHaveLength(count))
  await new Promise((resolve) => setImmediate(resolve))
}

test('a window that closes during a wait stops the next message, and says until when', async () => {
  const startMs = Date.parse('2026-11-27T11:58:30-03:00')
  const engine = await anEngine({ startMs, plan: mornings })
  await engine.begin(phones(4), 60)
  await accepted(engine, 1)
  engine.clock.advance(MINUTE_MS)
  await accepted(engine, 2)
  expect(engine.sending.liveWait('1')).toBeNull()

  engine.clock.advance(MINUTE_MS)
  const until = '2026-11-30T11:00:00.000Z'
  expect(engine.sending.liveWait('1')).toEqual({ reason: 'janela', until })
  engine.clock.advance(Date.parse(until) - engine.clock.now() - 1)
  expect(engine.sent).toHaveLength(2)

  engine.clock.advance(1)
  await accepted(engine, 3)
  expect(engine.sending.liveWait('1')).toBeNull()
  engine.clock.advance(MINUTE_MS)
  expect(await engine.ended()).toMatchObject({ sentCount: 4, errorCount: 0 })
})

test('the connection comes before the hour as a reason, and the hour before a short pause', async () => {
  const startMs = Date.parse('2026-11-28T10:00:00-03:00')
  const engine = await anEngine({ startMs, plan: mornings })
  await engine.begin(phones(2), 60)
  expect(engine.sending.liveWait('1')?.reason).toBe('janela')
  engine.connect(false)
  expect(engine.sending.liveWait('1')?.reason).toBe('dispositivo')
  engine.connect(true)
  expect(engine.sending.liveWait('1')?.reason).toBe('janela')
})

test('a window that closes while a message waits in the device takes it back', async () => {
  const startMs = Date.parse('2026-11-27T11:59:59-03:00')
  const aborted: boolean[] = []
  const engine = await anEngine({
    startMs,
    plan: mornings,
    send: (_request, unwanted) => {
      if (engine.sent.length > 1) return { kind: 'accepted', at: new Date().toISOString() }
      return new Promise((resolve) => {
        unwanted?.addEventListener('abort', () => {
          aborted.push(true)
          resolve({ kind: 'not_sent', reason: 'withdrawn', detail: '' })
        })
      })
    },
  })
  await engine.begin(phones(1), 60)
  await passes(() => expect(engine.sent).toHaveLength(1))
  engine.clock.advance(1_000)
  expect(aborted).toEqual([true])
  await passes(async () => expect((await engine.open()).inFlight()).toEqual([]))
  engine.clock.advance(2 * HOUR_MS)
  expect(engine.sent).toHaveLength(1)
  engine.clock.advance(66 * HOUR_MS)
  expect(await engine.ended(1_000)).toMatchObject({ sentCount: 1 })
})

test('a wall clock that is set moves the hour along', async () => {
  const startMs = Date.parse('2026-11-27T10:00:00-03:00')
  const engine = await anEngine({ startMs, plan: mornings })
  await engine.begin(phones(3), 60)
  await accepted(engine, 1)
  engine.clock.jump(3 * HOUR_MS)
  engine.clock.advance(10 * MINUTE_MS)
  expect(engine.sending.liveWait('1')?.until).toBe('2026-11-30T11:00:00.000Z')
  expect(engine.sent).toHaveLength(1)
  engine.clock.jump(-3 * HOUR_MS)
  // Nothing announces that a clock was set: the daemon notices it within a few minutes.
  engine.clock.advance(6 * MINUTE_MS)
  await accepted(engine, 2)
})

/** Draws within the interval's range are eighths of it, so that moments are whole milliseconds. */
const DRAWS = 8

/**
 * One campaign that is paused and cut off again and again, against the plainest account of when it
 * sends.
 */
async function live(random: Random) {
  const timeZone = random.pick(zones)
  const some = someWindows(random)
  const hours = { timeZone, windows: some.length > 0 ? some : mornings.windows }
  const shortestMs = random.pick([0, 20_000, 7 * MINUTE_MS, 3 * HOUR_MS, 26 * HOUR_MS])
  const jitterMs = shortestMs === 0 ? 0 : random.pick([0, 8_000, 16 * MINUTE_MS, 8 * HOUR_MS])
  const draw = random.between(0, DRAWS) / DRAWS
  const intervalMs = shortestMs + draw * jitterMs
  const expected: number[] = []
  const times: number[] = []
  const dir = await aDataFolder()
  let nowMs = someMoment(random, timeZone)
  while (expected.length < PEOPLE) {
    const before = expected.length
    const engine = await startEngine({
      dir,
      startMs: nowMs,
      plan: {
        ...hours,
        intervalSeconds: shortestMs / 1_000,
        maxIntervalSeconds: (shortestMs + jitterMs) / 1_000,
      },
      random: () => draw,
      send: () => {
        times.push(engine.clock.now())
        return { kind: 'accepted', at: new Date(engine.clock.now()).toISOString() }
      },
    })
    await (before === 0 ? engine.begin(phones(PEOPLE)) : engine.resume())
    do {
      if (expected.length > before && random.chance(0.3)) nowMs = await paused(engine, random)
      const nextMs = nextSend(hours, { last: expected.at(-1), intervalMs, nowMs })
      // At interval 0 all recipients get it at once.
      const count = intervalMs === 0 ? PEOPLE : 1
      expected.push(...Array.from({ length: count }, () => nextMs))
      engine.clock.advance(Math.max(0, nextMs - 1 - nowMs))
      engine.clock.advance(nextMs - engine.clock.now())
      await accepted(engine, expected.length - before)
      nowMs = nextMs
    } while (expected.length < PEOPLE && random.chance(0.7))
    expect(engine.faults).toEqual([])
    await engine.close()
    nowMs += Math.floor(random.next() * 6 * 24 * HOUR_MS)
  }
  return { hours, times, expected }
}

/** Pauses the campaign for hours or days, and resumes it. @returns the time after it */
async function paused(engine: Engine, random: Random): Promise<number> {
  const sentCount = engine.sent.length
  await engine.pause()
  await engine.sending.atRest('1')
  engine.clock.advance(Math.floor(random.next() * 3 * 24 * HOUR_MS))
  expect(engine.sent).toHaveLength(sentCount)
  await engine.resume()
  return engine.clock.now()
}

const PEOPLE = 4

function nextSend(
  hours: SendHours,
  { last, intervalMs, nowMs }: { last: number | undefined; intervalMs: number; nowMs: number },
): number {
  const freeMs = last === undefined ? nowMs : Math.max(nowMs, last + intervalMs)
  return nextOpening(hours, freeMs) ?? Number.NaN
}

test(
  `${CAMPAIGNS} campaigns in 14 zones, paused and cut off for days, send at the first moment they may and never else`,
  async () => {
    const random = createRandom(17)
    for (let number = 0; number < CAMPAIGNS; number += 1) {
      const { hours, times, expected } = await live(random)
      expect({ hours, times }).toEqual({ hours, times: expected })
      expect(times.filter((atMs) => !isOpenByTheClock(hours, atMs))).toEqual([])
    }
  },
  PATIENCE_MS + CAMPAIGNS * 8_000,
)
