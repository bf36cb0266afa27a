import { Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { TimelineEventOf } from '#contract/people/timeline.ts'
import { isSignedOut, sentenceOf } from '../../../../api/calls/call-error.ts'
import { changePersonNote, removePersonNote, restorePersonNote } from '../../../../api/people.ts'
import { tellUndone } from '../../../../parts/tell-undone.ts'
import { IconButton } from '../../../../ui/forms/button.tsx'
import { toastFailed, toastUndoable } from '../../../../ui/overlays/toast.ts'
import { kindWords } from './kinds.ts'
import { NoteForm } from './note-form.tsx'
import styles from './timeline.module.css'
import { timeUnder } from './timeline-days.ts'
import { TimelineItem } from './timeline-item.tsx'

/** A note of the user's own, which can be written anew or thrown away, and both taken back. */
export function NoteItem({
  phone,
  event,
}: {
  readonly phone: string
  readonly event: TimelineEventOf<'anotacao'>
}) {
  const { at, note } = event
  const { id, text, editedAt } = note
  const [isEditing, setIsEditing] = useState(false)
  const notedRef = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // Back to where the form was opened, for those who go by keys.
    if (wasEditing.current && !isEditing) notedRef.current?.querySelector('button')?.focus()
    wasEditing.current = isEditing
  }, [isEditing])

  async function change(next: string): Promise<void> {
    if (next !== text) {
      await changePersonNote(phone, { id, text: next })
      toastUndoable('Anotação alterada.', () =>
        tellUndone(changePersonNote(phone, { id, text }), 'A anotação está como antes.'),
      )
    }
    setIsEditing(false)
  }

  const remove = () => {
    removePersonNote(phone, id)
      .then(() =>
        toastUndoable('Anotação excluída.', () =>
          tellUndone(restorePersonNote(phone, id), 'A anotação voltou.'),
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
          <IconButton label="Editar a anotação" icon={Pencil} onClick={() => setIsEditing(true)} />
          <IconButton label="Excluir a anotação" icon={Trash2} onClick={remove} />
        </div>
      )}
    </TimelineItem>
  )
}
