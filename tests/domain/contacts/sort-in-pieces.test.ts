import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortInPieces } from '../../../src/domain/contacts/sort-in-pieces.ts'

test('sorts as in one go, equals in the order they came in', async () => {
  const someItems = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 5_000, size: 'max' })
  await fc.assert(
    fc.asyncProperty(someItems, async (keys) => {
      const items = keys.map((key, place) => ({ key, place }))
      const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key
      expect(await sortInPieces(items, byKey, () => setImmediate())).toEqual(items.toSorted(byKey))
    }),
    { numRuns: 20 },
  )
})
