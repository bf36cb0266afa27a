import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharesOf, textAt, textsOf, variantAt } from '../../../src/domain/sending/variants.ts'

const aCampaign = fc
  .array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 })
  .map((variants) => textsOf({ text: 'Oi', variants }))

const drawOf = (texts: ReturnType<typeof textsOf>, count: number) =>
  Array.from({ length: count }, (_, place) => variantAt(texts, place) ?? 0)

test('every text goes to as many people as any other, or one more, wherever the list ends', () => {
  fc.assert(
    fc.property(aCampaign, fc.nat(400), (texts, count) => {
      const textCount = 1 + (texts.variants?.texts.length ?? 0)
      const shares = Array.from({ length: textCount }, () => 0)
      for (const variant of drawOf(texts, count)) {
        shares[variant - 1] = (shares[variant - 1] ?? 0) + 1
      }
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
      expect(texts.variants && sharesOf(texts.variants, count)).toEqual(shares)
    }),
  )
})

test('the draw follows from the texts and the place alone, and differs between campaigns', () => {
  const one = textsOf({ text: 'Oi', variants: ['Olá', 'Bom dia'] })
  const again = textsOf({ text: 'Oi', variants: ['Olá', 'Bom dia'], hasOptOutFooter: false })
  const other = textsOf({ text: 'Oi', variants: ['Olá', 'Boa tarde'] })
  expect(drawOf(again, 600)).toEqual(drawOf(one, 600))
  expect(drawOf(other, 600)).not.toEqual(drawOf(one, 600))
  // Fixed values: a ledger of an earlier version must be read with the same draw for ever.
  expect(drawOf(one, 12)).toEqual([3, 2, 1, 3, 2, 1, 3, 1, 2, 3, 2, 1])
})

test('neither a text nor a pair of neighbours is bound to a place in the list', () => {
  const texts = textsOf({ text: 'Oi', variants: ['Olá', 'Bom dia'] })
  const draw = drawOf(texts, 30_000)
  for (const variant of [1, 2, 3]) {
    const atEven = draw.filter((each, place) => each === variant && place % 2 === 0)
    const blockFirst = draw.filter((each, place) => each === variant && place % 3 === 0)
    expect(Math.abs(atEven.length - 5_000)).toBeLessThan(300)
    expect(Math.abs(blockFirst.length - 10_000 / 3)).toBeLessThan(300)
  }
})

test('a campaign with one text has no draw', () => {
  const texts = textsOf({ text: 'Oi', variants: [], hasOptOutFooter: true })
  expect(variantAt(texts, 3)).toBeUndefined()
  expect(textAt(texts, 3)).toBe('Oi\n\nPara não receber mais, responda SAIR.')
})
