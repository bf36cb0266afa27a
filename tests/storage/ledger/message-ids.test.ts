import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMessageIds } from '../../../src/storage/ledger/message-ids.ts'

const key = Buffer.alloc(32, 7)
const ids = createMessageIds(key)
const number = fc.oneof(fc.nat(2 ** 28 - 1), fc.constantFrom(0, 1, 2 ** 27, 2 ** 28 - 1))

test('makes ids of the shape WhatsApp Web makes', () => {
  fc.assert(
    fc.property(number, number, (campaignNumber, index) => {
      expect(ids.make(campaignNumber, index)).toMatch(/^3EB0[0-9A-F]{18}$/)
    }),
  )
})

test('finds campaign and recipient of every id it made, under the same key only', () => {
  const sameKey = createMessageIds(Uint8Array.from(key))
  const otherKey = createMessageIds(Buffer.alloc(32, 8))
  fc.assert(
    fc.property(number, number, (campaignNumber, index) => {
      const id = ids.make(campaignNumber, index)
      expect(sameKey.locate(id)).toEqual({ campaignNumber, index })
      const textId = ids.make(campaignNumber, index, 'text')
      expect(textId).toMatch(/^3EB0[0-9A-F]{18}$/)
      expect(textId).not.toBe(id)
      expect(sameKey.locate(textId)).toEqual({ campaignNumber, index, part: 'text' })
      expect(otherKey.make(campaignNumber, index)).not.toBe(id)
      expect(otherKey.locate(id)).not.toEqual({ campaignNumber, index })
    }),
  )
})

test('never makes one id for two recipients', () => {
  const made = new Set<string>()
  for (let campaign = 0; campaign < 20; campaign += 1) {
    for (let index = 0; index < 500; index += 1) made.add(ids.make(campaign, index))
  }
  expect(made.size).toBe(10_000)
})

test('makes ids of neighbours that look unrelated', () => {
  const bits = (text: string) => BigInt(`0x${text.slice(4)}`)
  const ones = (value: bigint) => value.toString(2).replaceAll('0', '').length
  const differences = Array.from({ length: 500 }, (_, index) =>
    ones(bits(ids.make(3, index)) ^ bits(ids.make(3, index + 1))),
  )
  const mean = differences.reduce((sum, count) => sum + count, 0) / differences.length
  // Half of 72 bits change, give or take what 500 draws of chance allow.
  expect(Math.abs(mean - 36)).toBeLessThan(1)
})

test('takes next to no foreign id for its own', () => {
  let taken = 0
  for (let round = 0; round < 20_000; round += 1) {
    const digits = Array.from({ length: 18 }, () => Math.floor(Math.random() * 16).toString(16))
    if (ids.locate(`3EB0${digits.join('').toUpperCase()}`)) taken += 1
  }
  // One in 65,536 is expected.
  expect(taken).toBeLessThan(8)
  for (const foreign of ['', '3EB0', 'ABCD', `3A${'0'.repeat(20)}`, `3eb0${'a'.repeat(18)}`]) {
    expect(ids.locate(foreign)).toBeUndefined()
  }
})

test('refuses numbers that do not fit', () => {
  for (const wrong of [-1, 0.5, 2 ** 28, Number.NaN]) {
    expect(() => ids.make(wrong, 0)).toThrow(RangeError)
    expect(() => ids.make(0, wrong)).toThrow(RangeError)
  }
})
