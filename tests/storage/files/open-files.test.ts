import { expect, test } from 'vitest'
import { createOpenFiles } from '../../../src/storage/files/open-files.ts'

/** Resources of a weight each, and those that are closed. */
function someFiles(bounds: { limit: number; lightLimit?: number; maxWeight?: number }) {
  const closed: string[] = []
  const files = createOpenFiles<{ weight: number; close(): Promise<void> }>({
    ...bounds,
    weightOf: ({ weight }) => weight,
    onFault: (error) => {
      throw error
    },
  })
  const use = (name: string, weight = 1) =>
    files.use(name, {
      open: async () => ({ weight, close: async () => void closed.push(name) }),
      work: async () => undefined,
    })
  return { use, closed }
}

test('closes the least recently used ones beyond the limit', async () => {
  const { use, closed } = someFiles({ limit: 2 })
  for (const name of ['a', 'b', 'a', 'c']) await use(name)
  expect(closed).toEqual(['b'])
})

test('keeps light ones open beyond the limit, as long as all together are light', async () => {
  const { use, closed } = someFiles({ limit: 2, lightLimit: 5, maxWeight: 20 })
  for (const name of ['a', 'b', 'c', 'd']) await use(name)
  expect(closed).toEqual([])
  await use('heavy', 18)
  expect(closed).toEqual(['a', 'b'])
  for (const name of ['e', 'f']) await use(name)
  expect(closed).toEqual(['a', 'b', 'c', 'd'])
})

test('keeps no more than so many, however light', async () => {
  const { use, closed } = someFiles({ limit: 1, lightLimit: 3, maxWeight: 1_000 })
  for (const name of ['a', 'b', 'c', 'd', 'e']) await use(name)
  expect(closed).toEqual(['a', 'b'])
})
