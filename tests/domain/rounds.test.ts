import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRounds } from '../../src/domain/rounds.ts'
import { createFakeClock } from '../support/domain/fake-clock.ts'

function someRounds(work: () => Promise<void>) {
  const clock = createFakeClock()
  const faults: unknown[] = []
  const onFault = (error: unknown) => void faults.push(error)
  const rounds = createRounds({ after: clock.after, everyMs: 1_000, work, onFault })
  const advance = async (ms: number) => {
    clock.advance(ms)
    await setImmediate()
  }
  return { ...rounds, advance, faults }
}

test('a round that fails is reported, and the next one comes in its time', async () => {
  let count = 0
  const { advance, faults, stop } = someRounds(async () => {
    count += 1
    if (count === 1) throw new Error('once')
  })
  await advance(999)
  expect(count).toBe(0)
  await advance(1)
  await advance(1_000)
  expect([count, faults]).toEqual([2, [new Error('once')]])
  await stop()
  await advance(5_000)
  expect(count).toBe(2)
})

test('a round that takes long is waited for, by the next one and by the end', async () => {
  const ends: (() => void)[] = []
  const { advance, stop } = someRounds(() => new Promise((resolve) => ends.push(resolve)))
  await advance(1_000)
  await advance(10_000)
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await advance(0)
  await advance(1_000)
  expect(ends).toHaveLength(2)
  let isStopped = false
  const stopping = stop().then(() => {
    isStopped = true
  })
  await advance(0)
  expect(isStopped).toBe(false)
  ends[1]?.()
  await stopping
  await advance(5_000)
  expect(ends).toHaveLength(2)
})
