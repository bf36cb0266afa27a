import { afterEach, expect, test, vi } from 'vitest'
import { createOpenFiles } from '../../../src/storage/files/open-files.ts'

/** Resources of a weight each, and those that were closed. */
function someFiles(bounds: {
  limit: number
  lightLimit?: number
  maxWeight?: number
  idleMs?: number
}) {
  const closed: string[] = []
  const files = createOpenFiles<{ weight: number; close(): Promise<void> }>({
    ...bounds,
    weightOf: ({ weight }) => weight,
    onFault: (error) => {
      throw error
    },
  })
  const use = (name: string, weight = 1, work = async () => undefined) =>
    files.use(name, {
      open: async () => ({ weight, close: async () => void closed.push(name) }),
      work,
    })
  return { use, closed, closeAll: files.closeAll }
}

afterEach(() => vi.useRealTimers())

test('the least recently used files are closed beyond the limit', async () => {
  const { use, closed } = someFiles({ limit: 2 })
  for (const name of ['a', 'b', 'a', 'c']) await use(name)
  expect(closed).toEqual(['b'])
})

test('light files stay open beyond the limit, as long as all together are light', async () => {
  const { use, closed } = someFiles({ limit: 2, lightLimit: 5, maxWeight: 20 })
  for (const name of ['a', 'b', 'c', 'd']) await use(name)
  expect(closed).toEqual([])
  await use('heavy', 18)
  expect(closed).toEqual(['a', 'b'])
  for (const name of ['e', 'f']) await use(name)
  expect(closed).toEqual(['a', 'b', 'c', 'd'])
})

test('no more than so many files stay open, however light', async () => {
  const { use, closed } = someFiles({ limit: 1, lightLimit: 3, maxWeight: 1_000 })
  for (const name of ['a', 'b', 'c', 'd', 'e']) await use(name)
  expect(closed).toEqual(['a', 'b'])
})

test('a file that nobody used for some time is closed, and opened again for the next', async () => {
  vi.useFakeTimers()
  const { use, closed } = someFiles({ limit: 9, idleMs: 1_000 })
  await use('a')
  await use('b')
  await vi.advanceTimersByTimeAsync(900)
  await use('a')
  await vi.advanceTimersByTimeAsync(900)
  expect(closed).toEqual(['b'])
  await vi.advanceTimersByTimeAsync(100)
  expect(closed).toEqual(['b', 'a'])
  await use('a')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(closed).toEqual(['b', 'a', 'a'])
})

test('no file that is in use is closed, however long that takes', async () => {
  vi.useFakeTimers()
  const { use, closed, closeAll } = someFiles({ limit: 9, idleMs: 1_000 })
  let finish = (): void => undefined
  const used = new Promise<undefined>((resolve) => {
    finish = () => resolve(undefined)
  })
  await use('a')
  const working = use('a', 1, () => used)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(closed).toEqual([])
  finish()
  await working
  await vi.advanceTimersByTimeAsync(999)
  expect(closed).toEqual([])
  await closeAll()
  expect(vi.getTimerCount()).toBe(0)
})
