import { expect, onTestFinished, test, vi } from 'vitest'
import { createGroupRoom } from '../../../src/whatsapp/directory/group-room.ts'

const HOUR_MS = 60 * 60_000

test('there is room for the members of all groups that were written to within an hour', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const room = createGroupRoom()
  expect(room.expect('a', 300)).toBe(300)
  vi.setSystemTime(Date.now() + HOUR_MS / 2)
  expect(room.expect('b', 20)).toBe(320)
  expect(room.expect('a', 310)).toBe(330)
  vi.setSystemTime(Date.now() + HOUR_MS / 2)
  expect(room.expect('c', 1)).toBe(331)
  vi.setSystemTime(Date.now() + HOUR_MS / 2)
  expect(room.expect('c', 1)).toBe(1)
})

test('of too many members those of the groups that were written to first give way', () => {
  const room = createGroupRoom()
  const sums = Array.from({ length: 20 }, (_, group) => room.expect(`${group}`, 1_024))
  expect(sums.slice(0, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 8].map((count) => count * 1_024))
  expect(sums.at(-1)).toBe(8_192)
  expect(room.expect('huge', 20_000)).toBe(20_000)
})

test('the smallest groups are counted, too, up to a number of them', () => {
  const room = createGroupRoom()
  const sums = Array.from({ length: 100 }, (_, group) => room.expect(`${group}`, 1))
  expect([sums[63], sums[64], sums[99]]).toEqual([64, 64, 64])
})
