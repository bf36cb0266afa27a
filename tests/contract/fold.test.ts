import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldedPattern, foldText, withoutAccents } from '../../src/contract/fold.ts'
import { anyCharacter } from '../support/domain/any-text.ts'

test('takes accents away, and case where that is asked', () => {
  expect(withoutAccents('Ação à São João: ÇÉÎÕÜ')).toBe('Acao a Sao Joao: CEIOU')
  expect(foldText('Ação à São João')).toBe('acao a sao joao')
  expect(foldText('a\u0303')).toBe('a')
  expect(foldText('straße 1')).toBe('straße 1')
})

test('finds a folded text wherever folding the whole would', () => {
  const written = fc.string({ unit: anyCharacter, maxLength: 30 })
  const known = fc.constantFrom(...'aAãÃáâçÇéEnñoõ\u0303\u0327 ^-]\\.*"K\u212aİ')
  const text = fc.oneof(written, fc.string({ unit: known, maxLength: 12 }))
  const wanted = fc.string({
    unit: fc.constantFrom(...'aceno k^-]\\.*"i='),
    minLength: 1,
    maxLength: 2,
  })
  fc.assert(
    fc.property(text, wanted, (all, folded) => {
      expect(foldedPattern(folded)?.test(all)).toBe(foldText(all).includes(folded))
    }),
    { numRuns: 3_000 },
  )
})

test('makes no pattern of other writings', () => {
  expect(foldedPattern('привет')).toBeNull()
})
