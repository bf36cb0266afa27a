import { expect, test } from 'vitest'
import { gathered } from '../../../src/domain/transfer/portable.ts'

test('rows keep their order in larger pieces, of which none is empty or too large', async () => {
  async function* pieces() {
    for (const piece of [[], [1], [2, 3], [], [4, 5, 6, 7, 8], [9]]) yield piece
  }
  const found: (readonly number[])[] = []
  for await (const piece of gathered(pieces(), 4)) found.push(piece)
  expect(found).toEqual([[1, 2, 3, 4], [5, 6, 7, 8], [9]])
})
