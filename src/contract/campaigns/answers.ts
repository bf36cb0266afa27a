import { z } from 'zod'

/** What people answered to a campaign, counted: each person's first answer. */
const AnswerCounts = z.object({
  yesCount: z.int().min(0),
  noCount: z.int().min(0),
  /** Short answers, alike but for case, accents and punctuation. */
  texts: z.array(z.object({ text: z.string(), count: z.int().min(1) })),
})
export type AnswerCounts = z.infer<typeof AnswerCounts>

/** Left out before the first answer. */
export const AnswerFields = { answers: AnswerCounts.exactOptional() }
type Answers = { readonly answers?: AnswerCounts }

/** Short answers that are shown. */
const FREQUENT_COUNT = 5

const Frequent = z.object({ texto: z.string(), count: z.int().min(1) })

/** Left out before the first answer. */
export const AnswersWire = z.object({
  sim: z.int().min(0).exactOptional(),
  nao: z.int().min(0).exactOptional(),
  respostas_frequentes: z.array(Frequent).exactOptional(),
})

export function answersToWire({ answers }: Answers): z.output<typeof AnswersWire> {
  if (!answers) return {}
  return {
    sim: answers.yesCount,
    nao: answers.noCount,
    respostas_frequentes: frequentAnswers(answers).map(({ text, count }) => ({
      texto: text,
      count,
    })),
  }
}

export function answersFromWire({
  sim,
  nao = 0,
  respostas_frequentes: frequent = [],
}: z.output<typeof AnswersWire>): Answers {
  if (sim === undefined) return {}
  const texts = frequent.map(({ texto, count }) => ({ text: texto, count }))
  return { answers: { yesCount: sim, noCount: nao, texts } }
}

/** The most frequent short answers, the commonest first. */
export function frequentAnswers(answers: AnswerCounts | undefined): AnswerCounts['texts'] {
  return [...(answers?.texts ?? [])]
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
    .slice(0, FREQUENT_COUNT)
}
