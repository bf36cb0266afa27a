import { useEffect, useId, useState } from 'react'
import { useStore } from '../../store.ts'
import { Button } from '../forms/button.tsx'
import { TextField } from '../forms/field.tsx'
import { dismiss, type Question, question, settle } from './ask.ts'
import styles from './ask-host.module.css'
import { Dialog } from './dialog.tsx'

/** Shows the open question; mounted once, beside the screens. Unmounting it answers with no. */
export function AskHost() {
  const asked = useStore(question)
  useEffect(() => dismiss, [])
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
