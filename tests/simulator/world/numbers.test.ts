import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isPlausible,
  lidOf,
  personName,
  phoneOfLid,
  withoutNinthDigit,
} from '../../../src/simulator/world/numbers.ts'

const phones = fc
  .bigInt({ min: 10_000_000n, max: 899_999_999_999_999n })
  .map((number) => number.toString())

describe('LIDs', () => {
  test('lead back to the number they come from', () => {
    fc.assert(
      fc.property(phones, (phone) => {
        const lid = lidOf(phone)
        expect(lid).toMatch(/^[1-9]\d{14}$/)
        expect(phoneOfLid(lid)).toBe(phone)
      }),
    )
  })

  test('do not look like the number', () => {
    expect(lidOf('5511988887777')).not.toContain('988887777')
  })

  test('that nobody could have lead nowhere', () => {
    expect(phoneOfLid('12')).toBeUndefined()
    expect(phoneOfLid(lidOf('123'))).toBeUndefined()
  })
})

describe('a Brazilian mobile', () => {
  test.each(['5511988887777', '551188887777'])(
    'is one account, with the ninth digit and without: %s',
    (phone) => {
      expect(personName(phone)).toBe('5511988887777')
      expect(withoutNinthDigit(phone)).toBe('551188887777')
    },
  )

  test.each(['551133334444', '5511933334444', '5511988', '351912345678'])(
    'is never taken for %s',
    (phone) => {
      expect(personName(phone)).toBe(phone)
      expect(withoutNinthDigit(phone)).toBe(phone)
    },
  )
})

test.each(['', '1234567', '0551198888', '55 11', '1234567890123456'])(
  '%j is no phone number',
  (text) => {
    expect(isPlausible(text)).toBe(false)
  },
)
