import { type ReactNode, useId, useState } from 'react'
import { createStore, useStore } from '../../store.ts'
import { Button } from '../forms/button.tsx'
import { TextField } from '../forms/field.tsx'
import styles from './ask.module.css'
import { Dialog } from './dialog.tsx'

type Question = {
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

const question = createStore<Question | null>(null)

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

/** Shows the open question; mounted once, beside the screens. */
export function AskHost() {
  const asked = useStore(question)
  return asked && <QuestionDialog key={asked.title} asked={asked} />
}

function QuestionDialog({ asked }: { readonly asked: Question }) {
  const { title, sentence, yes, no, isDangerous, text } = asked
  const formId = useId()
  const [error, setError] = useState<string>()
  return (
    <Dialog
      title={title}
      width="small"
      onClose={() => settle(asked, null)}
      footer={
        <>
          <Button onClick={() => settle(asked, null)}>{no}</Button>
          <Button type="submit" form={formId} look={isDangerous ? 'danger' : 'primary'}>
            {yes}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={styles.question}
        onSubmit={(event) => {
          event.preventDefault()
          const words = String(new FormData(event.currentTarget).get('words') ?? '').trim()
          if (text && words === '') setError(text.required)
          else settle(asked, words)
        }}
      >
        {sentence && <p>{sentence}</p>}
        {text && (
          <TextField
            label={text.label}
            name="words"
            defaultValue={text.initial}
            error={error}
            autoComplete="off"
          />
        )}
      </form>
    </Dialog>
  )
}

function ask(next: Question): void {
  question.get()?.answer(null)
  question.set(next)
}

function settle(asked: Question, answer: string | null): void {
  if (question.get() === asked) question.set(null)
  asked.answer(answer)
}
