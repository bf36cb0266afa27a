import { expect, test } from 'vitest'
import {
  type AnswerCounts,
  answersFromWire,
  answersToWire,
  frequentAnswers,
} from '../../../src/contract/campaigns/answers.ts'
import { addAnswer } from '../../../src/domain/replies/answer-counts.ts'

function countAll(texts: readonly string[]): AnswerCounts | undefined {
  return texts.reduce<AnswerCounts | undefined>(
    (counts, text) => addAnswer(counts, text),
    undefined,
  )
}

test('answers that differ in case, accents and punctuation are one, in the better spelling', () => {
  const texts = ['NAO', 'não!', '*Não*', 'Nao.', 'amanhã', 'Amanha...', '👍', '👍🏽👍', ' Ok ']
  for (const order of [texts, texts.toReversed()]) {
    expect(frequentAnswers(countAll(order))).toEqual([
      { text: 'não', count: 4 },
      { text: 'amanhã', count: 2 },
      { text: '👍', count: 2 },
      { text: 'ok', count: 1 },
    ])
  }
})

test('a yes and a no are counted, and what is neither is not', () => {
  expect(countAll(['Sim, vou!', 'SIM', 'Não, obrigada.', 'acho que sim', 'Sim?'])).toMatchObject({
    yesCount: 2,
    noCount: 1,
  })
})

test('long answers, and messages without words, are not among the short ones', () => {
  const counts = countAll(['Gostaria de saber mais sobre os horários', '[Áudio]', 'x'.repeat(41)])
  expect(counts).toEqual({ yesCount: 0, noCount: 0, texts: [] })
})

test('however many answers differ, few are kept, the common ones among them, none overcounted', () => {
  const texts = Array.from({ length: 5_000 }, (_, place) =>
    place % 10 === 0 ? 'Sim' : place % 10 === 1 ? 'talvez' : `resposta ${place}`,
  )
  const counts = countAll(texts)
  expect(counts?.texts.length).toBeLessThanOrEqual(64)
  expect(frequentAnswers(counts).slice(0, 2)).toEqual([
    { text: 'sim', count: 500 },
    { text: 'talvez', count: 500 },
  ])
  expect(frequentAnswers(counts)[2]?.count).toBe(1)
  expect(counts?.yesCount).toBe(500)
})

test('on the wire stand the five most frequent', () => {
  const answers = countAll(['a', 'b', 'c', 'd', 'e', 'f', 'f'])
  const wire = answersToWire(answers ? { answers } : {})
  expect(wire.respostas_frequentes?.map(({ texto }) => texto)).toEqual(['f', 'a', 'b', 'c', 'd'])
  expect(answersFromWire(wire).answers?.texts[0]).toEqual({ text: 'f', count: 2 })
  expect(answersFromWire(answersToWire({}))).toEqual({})
})
