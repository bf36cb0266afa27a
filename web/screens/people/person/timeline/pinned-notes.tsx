import { Pin } from 'lucide-react'
import type { RefObject } from 'react'
import type { PersonNote } from '#contract/people/person-note.ts'
import { NoteItem } from './note-item.tsx'
import styles from './timeline.module.css'

/** What is to be read of a person before all else. */
export function PinnedNotes({
  phone,
  notes,
  movedId,
}: {
  readonly phone: string
  readonly notes: readonly PersonNote[]
  readonly movedId: RefObject<string | null>
}) {
  if (notes.length === 0) return null
  const title = notes.length === 1 ? 'Anotação fixada' : 'Anotações fixadas'
  return (
    <div className={styles.day}>
      <h3>
        <Pin size={14} aria-hidden className={styles.pin} />
        {title}
      </h3>
      <ol aria-label={title} data-live>
        {notes.map((note) => (
          <NoteItem key={note.id} {...{ phone, note, movedId }} />
        ))}
      </ol>
    </div>
  )
}
