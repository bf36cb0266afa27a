import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTextColumn } from '../../../../src/domain/sending/ledger/text-column.ts'

test('gives every row its text, of any length and in any order', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 50 }),
    fc.constant('ç🚀'.repeat(5_000)),
  )
  fc.assert(
    fc.property(fc.array(text, { maxLength: 300 }), (texts) => {
      const column = createTextColumn(texts.length)
      const order = texts.map((_, row) => row).toReversed()
      for (const row of order) column.set(row, texts[row] ?? '')
      expect(texts.map((_, row) => column.get(row))).toEqual(texts)
    }),
    { numRuns: 50 },
  )
})
