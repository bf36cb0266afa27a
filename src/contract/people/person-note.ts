import { z } from 'zod'
import { PERSON_NOTE_LENGTH } from '../limits.ts'

/** What a user wrote down about a person; nobody else gets to see it. */
export const PersonNote = z.object({
  id: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  /** When its text was last changed; null where it stands as it was written. */
  editedAt: z.iso.datetime().nullable(),
  /** Since when it stands above all else of the person; null where it does not. */
  pinnedAt: z.iso.datetime().nullable(),
})
export type PersonNote = z.infer<typeof PersonNote>

export const PersonNoteWire = z.object({
  id: z.string(),
  texto: z.string(),
  created_at: z.iso.datetime(),
  edited_at: z.iso.datetime().nullable(),
  pinned_at: z.iso.datetime().nullable(),
})

export const PersonNoteJson = z.codec(PersonNoteWire, PersonNote, {
  decode: ({ id, texto, created_at, edited_at, pinned_at }) => ({
    ...{ id, text: texto },
    ...{ createdAt: created_at, editedAt: edited_at, pinnedAt: pinned_at },
  }),
  encode: ({ id, text, createdAt, editedAt, pinnedAt }) => ({
    ...{ id, texto: text },
    ...{ created_at: createdAt, edited_at: editedAt, pinned_at: pinnedAt },
  }),
})

export const PersonNotesJson = z.array(PersonNoteJson)

const NoteText = z
  .string('Escreva a anotação.')
  .trim()
  .min(1, 'Escreva a anotação.')
  .max(PERSON_NOTE_LENGTH, `A anotação aceita até ${PERSON_NOTE_LENGTH} caracteres.`)

export const PersonNoteBody = z.object({ texto: NoteText })
export type PersonNoteBody = z.output<typeof PersonNoteBody>

/** What is left out stays as it is. */
export const PersonNoteChange = z
  .object({
    texto: NoteText.optional(),
    fixada: z.boolean('Use true ou false.').optional(),
  })
  .refine(({ texto, fixada }) => texto !== undefined || fixada !== undefined, {
    path: ['texto'],
    message: 'Escreva a anotação.',
  })
