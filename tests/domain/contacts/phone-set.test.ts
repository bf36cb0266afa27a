import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPhoneSet } from '../../../src/domain/contacts/phone-set.ts'

const phone = fc.oneof(
  fc.integer({ min: 1, max: 999_999_999_999_999 }),
  fc.integer({ min: 5_511_900_000_000, max: 5_511_900_000_300 }),
)

test('a set of phones holds each of them once', () => {
  fc.assert(
    fc.property(fc.array(phone, { maxLength: 2_000 }), (phones) => {
      const set = createPhoneSet()
      const model = new Set<number>()
      for (const each of phones) {
        expect(set.add(each)).toBe(!model.has(each))
        model.add(each)
      }
      expect(set.size).toBe(model.size)
      for (const each of phones) expect(set.has(each)).toBe(true)
      for (const each of phones) expect(set.has(each + 1)).toBe(model.has(each + 1))
    }),
    { numRuns: 50 },
  )
})

test('a set of phones takes consecutive numbers by the hundred thousand without slowing down', () => {
  const set = createPhoneSet()
  // A bad hash would make this quadratic, and the test would exceed its time.
  for (let each = 0; each < 200_000; each += 1) set.add(5_511_900_000_000 + each)
  expect(set.size).toBe(200_000)
})
