import type { ReactNode } from 'react'
import { createStore } from '../../store.ts'

export type Question = {
  readonly title: string
  readonly sentence: ReactNode
  readonly yes: string
  readonly no: string
  readonly isDangerous: boolean
  /** A question that is answered with words. */
  readonly text: {
    readonly label: string
    readonly initial: string
    readonly required: string
  } | null
  readonly answer: (answer: string | null) => void
}

/** The one that is open, which its host shows. */
export const question = createStore<Question | null>(null)

/** Asks with Sim and Não; closing the question is a no. */
export function askYesNo(
  sentence: ReactNode,
  {
    title = 'Confirmar',
    yes = 'Sim',
    no = 'Não',
    isDangerous = false,
  }: {
    readonly title?: string
    readonly yes?: string
    readonly no?: string
    readonly isDangerous?: boolean
  } = {},
): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (text: string | null) => resolve(text !== null)
    ask({ title, sentence, yes, no, isDangerous, text: null, answer })
  })
}

/**
 * Asks for a line of text; null when the question is closed without one.
 * @param required what is said of an empty line
 */
export function askText(
  title: string,
  {
    yes = 'Salvar',
    sentence = null,
    ...text
  }: {
    readonly label: string
    readonly initial?: string
    readonly required: string
    readonly sentence?: ReactNode
    readonly yes?: string
  },
): Promise<string | null> {
  return new Promise((answer) => {
    ask({
      title,
      sentence,
      yes,
      no: 'Cancelar',
      isDangerous: false,
      text: { initial: '', ...text },
      answer,
    })
  })
}

function ask(next: Question): void {
  dismiss()
  question.set(next)
}

/** Answers the open question, if there is one, with no. */
export function dismiss(): void {
  const asked = question.get()
  if (asked) settle(asked, null)
}

/** Closes the question with its answer. */
export function settle(asked: Question, answer: string | null): void {
  if (question.get() === asked) question.set(null)
  asked.answer(answer)
}
