import { expect, test } from 'vitest'
import type { SlotResult } from '../../src/contract/campaigns/pace.ts'
import { createDevicePacings, createPacing } from '../../src/jobs/pacing.ts'
import { createFakeClock } from '../support/domain/fake-clock.ts'

function aPacing(random = () => 0) {
  const clock = createFakeClock()
  const slots: string[] = []
  const pacing = createPacing({
    now: clock.now,
    monotonicMs: clock.monotonicMs,
    after: clock.after,
    random,
    grantSlot: (campaignId) => slots.push(campaignId),
  })
  const add = (campaignId: string, seconds: number, maxSeconds = seconds, lastSentAtMs = 0) =>
    pacing.handle({
      type: 'add',
      pace: {
        campaignId,
        minIntervalMs: seconds * 1_000,
        maxIntervalMs: maxSeconds * 1_000,
        lastSentAtMs,
      },
    })
  const settle = (campaignId: string, result: SlotResult) =>
    pacing.handle({ type: 'settle', campaignId, result })
  return { clock, slots, pacing, add, settle }
}

test('a device opens sixteen slots at interval 0, and one more for each that ends', () => {
  const { slots, add, settle } = aPacing()
  add('a', 0)
  expect(slots).toHaveLength(16)
  settle('a', 'sent')
  settle('a', 'sent')
  expect(slots).toHaveLength(18)
})

test('a device has one slot open above interval 0, and waits the interval after a message', () => {
  const { clock, slots, add, settle } = aPacing()
  add('a', 60)
  expect(slots).toEqual(['a'])
  settle('a', 'sent')
  clock.advance(59_999)
  expect(slots).toHaveLength(1)
  clock.advance(1)
  expect(slots).toHaveLength(2)
})

test('a device does not wait after a slot in which nothing left', () => {
  const { slots, pacing, add, settle } = aPacing()
  add('a', 60)
  settle('a', 'nothing')
  pacing.handle({ type: 'wake', campaignId: 'a' })
  expect(slots).toEqual(['a', 'a'])
})

test('the campaigns of a device take turns, each with its own interval', () => {
  const { clock, slots, add, settle } = aPacing()
  add('a', 10)
  add('b', 30)
  settle('a', 'sent')
  clock.advance(10_000)
  expect(slots).toEqual(['a', 'b'])
  settle('b', 'sent')
  clock.advance(29_999)
  expect(slots).toHaveLength(2)
  clock.advance(1)
  expect(slots).toEqual(['a', 'b', 'a'])
})

test('two campaigns at interval 0 share the sixteen slots', () => {
  const { slots, pacing, add, settle } = aPacing()
  pacing.handle({ type: 'hold' })
  add('a', 0)
  add('b', 0)
  pacing.handle({ type: 'release' })
  expect(slots.filter((id) => id === 'a')).toHaveLength(8)
  expect(slots.filter((id) => id === 'b')).toHaveLength(8)
  settle('a', 'sent')
  expect(slots).toHaveLength(17)
})

test('a device never sends beside a message of a campaign with an interval', () => {
  const { clock, slots, add, settle } = aPacing()
  add('slow', 5)
  add('fast', 0)
  expect(slots).toEqual(['slow'])
  settle('slow', 'sent')
  expect(slots).toEqual(['slow'])
  clock.advance(5_000)
  expect(slots).toEqual(['slow', 'fast'])
  settle('fast', 'sent')
  expect(slots).toEqual(['slow', 'fast', 'slow'])
})

test('a dry campaign gets no slot until it is woken', () => {
  const { slots, pacing, add, settle } = aPacing()
  add('a', 60)
  settle('a', 'nothing')
  expect(slots).toHaveLength(1)
  pacing.handle({ type: 'wake', campaignId: 'a' })
  expect(slots).toHaveLength(2)
})

test('a wake is not lost on a slot that had found nothing by then', () => {
  const { slots, pacing, add, settle } = aPacing()
  add('a', 60)
  pacing.handle({ type: 'wake', campaignId: 'a' })
  settle('a', 'nothing')
  expect(slots).toEqual(['a', 'a'])
  settle('a', 'nothing')
  expect(slots).toEqual(['a', 'a'])
})

test('a device gives no slot while it is held, and goes on at the release', () => {
  const { clock, slots, pacing, add, settle } = aPacing()
  add('a', 1)
  settle('a', 'sent')
  pacing.handle({ type: 'hold' })
  clock.advance(10_000)
  expect(slots).toHaveLength(1)
  pacing.handle({ type: 'release' })
  expect(slots).toHaveLength(2)
})

test('a device keeps the pause that was running before a restart', () => {
  const { clock, slots, add } = aPacing()
  add('a', 60, 60, clock.now() - 20_000)
  expect(slots).toHaveLength(0)
  clock.advance(40_000)
  expect(slots).toHaveLength(1)
})

test('every interval is drawn between the two ends', () => {
  const { clock, slots, add, settle } = aPacing(() => 0.5)
  add('a', 10, 30)
  settle('a', 'sent')
  clock.advance(19_999)
  expect(slots).toHaveLength(1)
  clock.advance(1)
  expect(slots).toHaveLength(2)
})

test('a device waits for the open slot of a removed campaign, and then serves the next one', () => {
  const { slots, pacing, add, settle } = aPacing()
  add('a', 60)
  add('b', 60)
  pacing.handle({ type: 'remove', campaignId: 'a' })
  expect(slots).toEqual(['a'])
  settle('a', 'nothing')
  expect(slots).toEqual(['a', 'b'])
  pacing.handle({ type: 'remove', campaignId: 'b' })
  expect(pacing.restMs()).toBeUndefined()
  settle('b', 'sent')
  expect(pacing.restMs()).toBe(60_000)
})

test('a campaign that comes back while its slot is open has that slot, and holds its device up for nobody', () => {
  const { clock, slots, pacing, add, settle } = aPacing()
  add('a', 60)
  pacing.handle({ type: 'remove', campaignId: 'a' })
  add('a', 60)
  expect(slots).toEqual(['a'])
  settle('a', 'sent')
  clock.advance(60_000)
  expect(slots).toEqual(['a', 'a'])
})

test('a device waits the interval of a campaign that was removed while its message was on its way', () => {
  const { clock, slots, pacing, add, settle } = aPacing()
  add('a', 60)
  add('b', 5)
  pacing.handle({ type: 'remove', campaignId: 'a' })
  settle('a', 'sent')
  clock.advance(59_999)
  expect(slots).toEqual(['a'])
  clock.advance(1)
  expect(slots).toEqual(['a', 'b'])
})

test('a campaign that begins after another’s end waits for the pause after its last message', () => {
  const clock = createFakeClock()
  const slots: string[] = []
  const pacings = createDevicePacings({
    now: clock.now,
    monotonicMs: clock.monotonicMs,
    after: clock.after,
    random: () => 0,
    grantSlot: (key, campaignId) => slots.push(`${key} ${campaignId}`),
  })
  const add = (campaignId: string) => {
    const pace = { campaignId, minIntervalMs: 60_000, maxIntervalMs: 60_000, lastSentAtMs: 0 }
    pacings.handle({ key: 'd', commands: [{ type: 'add', pace }] })
  }
  const end = (campaignId: string) => {
    const sent = { type: 'settle', campaignId, result: 'sent' } as const
    pacings.handle({ key: 'd', commands: [sent, { type: 'remove', campaignId }] })
  }
  add('a')
  end('a')
  clock.advance(20_000)

  add('b')

  clock.advance(39_999)
  expect(slots).toEqual(['d a'])
  clock.advance(1)
  expect(slots).toEqual(['d a', 'd b'])
  end('b')
  expect(pacings.count()).toBe(1)
  clock.advance(60_000)
  expect(pacings.count()).toBe(0)
})

test('a campaign at interval 0 waits too for the message of one that was removed', () => {
  const { clock, slots, pacing, add, settle } = aPacing()
  add('a', 60)
  add('b', 0)
  pacing.handle({ type: 'remove', campaignId: 'a' })
  expect(slots).toEqual(['a'])

  settle('a', 'sent')

  clock.advance(59_999)
  expect(slots).toEqual(['a'])
  clock.advance(1)
  expect(slots).toContain('b')
})

test('a wall clock that is set back or forth neither stalls the pace nor hurries it', () => {
  const { clock, slots, add, settle } = aPacing()
  add('a', 60)
  settle('a', 'sent')
  clock.jump(-24 * 60 * 60_000)
  clock.advance(60_000)
  expect(slots).toHaveLength(2)
  settle('a', 'sent')
  clock.jump(48 * 60 * 60_000)
  clock.advance(59_999)
  expect(slots).toHaveLength(2)
  clock.advance(1)
  expect(slots).toHaveLength(3)
})

test('a message that left in the future, by a clock since set back, delays by one interval', () => {
  const { clock, slots, add } = aPacing()
  add('a', 60, 60, clock.now() + 24 * 60 * 60_000)
  clock.advance(59_999)
  expect(slots).toEqual([])
  clock.advance(1)
  expect(slots).toEqual(['a'])
})

test('an interval beyond what one timer can wait is kept', () => {
  const { clock, slots, add, settle } = aPacing()
  const days = 24 * 60 * 60
  add('a', 30 * days)
  settle('a', 'sent')
  clock.advance(30 * days * 1_000 - 1)
  expect(slots).toHaveLength(1)
  clock.advance(1)
  expect(slots).toHaveLength(2)
})
