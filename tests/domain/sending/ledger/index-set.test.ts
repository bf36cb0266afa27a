import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createIndexSet } from '../../../../src/domain/sending/ledger/index-set.ts'

test('a set of indices finds the next member as a sorted list would', () => {
  const size = fc.constantFrom(1, 31, 32, 33, 1_024, 1_025, 40_000)
  const steps = fc.array(fc.record({ adds: fc.boolean(), at: fc.nat() }), { maxLength: 200 })
  fc.assert(
    fc.property(size, steps, fc.array(fc.nat(), { maxLength: 20 }), (total, given, questions) => {
      const set = createIndexSet(total)
      const model = new Set<number>()
      for (const { adds, at } of given) {
        const index = at % total
        if (adds) set.add(index)
        else set.remove(index)
        if (adds) model.add(index)
        else model.delete(index)
      }
      const sorted = [...model].sort((a, b) => a - b)
      for (const from of [0, total - 1, total, ...questions.map((at) => at % total)]) {
        expect(set.next(from)).toBe(sorted.find((member) => member >= from))
      }
    }),
  )
})

test('a set of indices has no member at first', () => {
  expect(createIndexSet(100_000).next(0)).toBeUndefined()
  expect(createIndexSet(0).next(0)).toBeUndefined()
})
