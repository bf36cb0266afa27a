import { type FormEvent, useEffect, useRef, useState } from 'react'
import { PERSON_NOTE_LENGTH } from '#contract/limits.ts'
import { isSignedOut, sentenceOf } from '../../../../api/calls/call-error.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import { TextAreaField } from '../../../../ui/forms/field.tsx'
import { useLeaveGuard } from '../../../../ui/forms/leave-guard.ts'
import { toastFailed } from '../../../../ui/overlays/toast.ts'
import styles from './timeline.module.css'

const UNSAVED = 'A anotação não foi guardada. Sair mesmo assim?'
const FAILED = 'Não foi possível guardar a anotação.'

/** A note's text. What could not be kept stays where it was typed. */
export function NoteForm({
  label,
  initial = '',
  submit,
  onSave,
  onCancel,
}: {
  readonly label: string
  readonly initial?: string
  readonly submit: string
  readonly onSave: (text: string) => Promise<void>
  readonly onCancel?: () => void
}) {
  const [text, setText] = useState(initial)
  const [isBusy, setIsBusy] = useState(false)
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const isOpened = onCancel !== undefined
  useEffect(() => {
    // Behind what stands there already, as whoever goes on with a text expects.
    const field = isOpened ? fieldRef.current : null
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [isOpened])
  const isChanged = text.trim() !== initial.trim()
  useLeaveGuard(isChanged && !isBusy, UNSAVED, { isInDialog: false })
  const save = (event: FormEvent) => {
    event.preventDefault()
    const wanted = text.trim()
    if (isBusy || wanted === '') return
    setIsBusy(true)
    onSave(wanted)
      .then(() => setText(initial))
      .catch((error: unknown) => {
        if (!isSignedOut(error)) toastFailed(sentenceOf(error, FAILED))
      })
      .finally(() => setIsBusy(false))
  }
  return (
    <form
      className={classNames(styles.note, (text !== '' || onCancel) && styles.open)}
      onSubmit={save}
    >
      <TextAreaField
        ref={fieldRef}
        label={label}
        isLabelHidden
        className={styles.field}
        placeholder="Anote algo sobre esta pessoa"
        rows={1}
        maxLength={PERSON_NOTE_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {(isChanged || onCancel) && (
        <div className={styles.noteActions}>
          <Button type="submit" look="primary" isBusy={isBusy} disabled={text.trim() === ''}>
            {submit}
          </Button>
          <Button look="quiet" disabled={isBusy} onClick={onCancel ?? (() => setText(initial))}>
            Cancelar
          </Button>
        </div>
      )}
    </form>
  )
}
