import { Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { PersonNote } from '#contract/people/person-note.ts'
import { isSignedOut, sentenceOf } from '../../../../api/calls/call-error.ts'
import {
  changePersonNote,
  pinPersonNote,
  removePersonNote,
  restorePersonNote,
} from '../../../../api/people.ts'
import { toastUndone } from '../../../../parts/toast-undone.ts'
import { IconButton } from '../../../../ui/forms/button.tsx'
import { toastFailed, toastUndoable } from '../../../../ui/overlays/toast.ts'
import { kindWords } from './kinds.ts'
import { NoteForm } from './note-form.tsx'
import styles from './timeline.module.css'
import { timeUnder } from './timeline-days.ts'
import { TimelineItem } from './timeline-item.tsx'

const PIN_FAILED = 'Não foi possível fixar a anotação.'

/** A note of the user's own, which can be written anew or thrown away, and both taken back. */
export function NoteItem({
  phone,
  note,
  movedId,
}: {
  readonly phone: string
  readonly note: PersonNote
  /** Id of the note that its owner moves to another place, and that takes the focus along. */
  readonly movedId: RefObject<string | null>
}) {
  const { id, text, createdAt: at, editedAt, pinnedAt } = note
  const isPinned = pinnedAt !== null
  const [isEditing, setIsEditing] = useState(false)
  const notedRef = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // Back to where the form was opened, for those who go by keys.
    if (wasEditing.current && !isEditing) {
      notedRef.current?.querySelector<HTMLElement>('[data-edit]')?.focus()
    }
    wasEditing.current = isEditing
  }, [isEditing])

  useEffect(() => {
    if (movedId.current !== id) return
    movedId.current = null
    notedRef.current?.querySelector<HTMLElement>('[data-pin]')?.focus()
  }, [movedId, id])

  async function change(next: string): Promise<void> {
    if (next !== text) {
      await changePersonNote(phone, { id, text: next })
      toastUndoable('Anotação alterada.', () =>
        toastUndone(changePersonNote(phone, { id, text }), 'A anotação está como antes.'),
      )
    }
    setIsEditing(false)
  }

  const pin = () => {
    movedId.current = id
    pinPersonNote(phone, { id, isPinned: !isPinned })
      .then(() =>
        toastUndoable(isPinned ? 'A anotação não está mais fixada.' : 'Anotação fixada.', () =>
          toastUndone(pinPersonNote(phone, { id, isPinned }), 'A anotação está como antes.'),
        ),
      )
      .catch((error: unknown) => {
        movedId.current = null
        if (!isSignedOut(error)) toastFailed(sentenceOf(error, PIN_FAILED))
      })
  }

  const remove = () => {
    removePersonNote(phone, id)
      .then(() =>
        toastUndoable('Anotação excluída.', () =>
          toastUndone(restorePersonNote(phone, id), 'A anotação voltou.'),
        ),
      )
      .catch((error: unknown) => {
        if (!isSignedOut(error))
          toastFailed(sentenceOf(error, 'Não foi possível excluir a anotação.'))
      })
  }

  return (
    <TimelineItem
      icon={kindWords.anotacao.icon}
      at={at}
      isUndated={isPinned}
      title={
        <span>
          <b>Anotação</b>
          {editedAt && <span className={styles.by}> editada {timeUnder(at, editedAt)}</span>}
        </span>
      }
    >
      {isEditing ? (
        <NoteForm
          label="Texto da anotação"
          initial={text}
          submit="Guardar"
          onSave={change}
          onCancel={() => setIsEditing(false)}
        />
      ) : (
        <div ref={notedRef} className={styles.noted}>
          <p>{text}</p>
          <IconButton
            data-pin
            label={isPinned ? 'Não fixar mais a anotação' : 'Fixar a anotação'}
            icon={isPinned ? PinOff : Pin}
            onClick={pin}
          />
          <IconButton
            data-edit
            label="Editar a anotação"
            icon={Pencil}
            onClick={() => setIsEditing(true)}
          />
          <IconButton label="Excluir a anotação" icon={Trash2} onClick={remove} />
        </div>
      )}
    </TimelineItem>
  )
}
