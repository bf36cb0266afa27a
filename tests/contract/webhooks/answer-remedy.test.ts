import { expect, test } from 'vitest'
import { remedyFor } from '../../../src/contract/webhooks/answer-remedy.ts'

test.each([
  [301, 'leva a outro'],
  [401, 'segredo'],
  [404, 'caminho'],
  [503, 'registro'],
])('an answer %d comes with what can be done about it', (status, word) => {
  expect(remedyFor(status)).toContain(word)
})

test.each([null, 200, 418])('an answer %s comes without advice', (status) => {
  expect(remedyFor(status)).toBeNull()
})
