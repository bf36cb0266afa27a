import { describe, expect, test } from 'vitest'
import { TEXT_MAX_LENGTH } from '../../../src/contract/limits.ts'
import {
  optOutFooter,
  readOptOut,
  withOptOutFooter,
} from '../../../src/contract/optouts/opt-out-words.ts'
import { leavingReplies, otherReplies, returningReplies } from '../../support/opt-out-corpus.ts'

describe('a reply', () => {
  test('leaves where it is nothing but one of the words for it', () => {
    expect(leavingReplies.filter((reply) => readOptOut(reply) !== 'leave')).toEqual([])
    expect(leavingReplies.length).toBeGreaterThan(100)
  })

  test('returns where it is nothing but VOLTAR', () => {
    expect(returningReplies.filter((reply) => readOptOut(reply) !== 'return')).toEqual([])
  })

  test('asks for nothing where it says anything else', () => {
    expect(otherReplies.filter((reply) => readOptOut(reply) !== null)).toEqual([])
    expect(otherReplies.length).toBeGreaterThan(200)
  })

  test('asks for nothing where it has no words, or very many', () => {
    expect(readOptOut('')).toBe(null)
    expect(readOptOut('sair '.repeat(TEXT_MAX_LENGTH))).toBe(null)
  })
})

test('the footer stands under the text, once it is wished for', () => {
  expect(withOptOutFooter('Olá!\n', true)).toBe(`Olá!\n\n${optOutFooter}`)
  expect(withOptOutFooter('', true)).toBe(optOutFooter)
  expect(withOptOutFooter('Olá!\n', false)).toBe('Olá!\n')
})

test('no text gets the sentence a second time', () => {
  for (const text of [
    `Olá!\n\n${optOutFooter}`,
    'Olá!\n\n_Para não receber mais, responda SAIR._\n',
    'Olá! PARA NAO RECEBER MAIS, RESPONDA *SAIR*',
  ]) {
    expect(withOptOutFooter(text, true)).toBe(text)
  }
  const inside = `${optOutFooter} E boas festas!`
  expect(withOptOutFooter(inside, true)).toBe(`${inside}\n\n${optOutFooter}`)
})
