import { Bold, FileText, Italic, Smile, Strikethrough } from 'lucide-react'
import { useId, useState } from 'react'
import { lazyPart } from '../../lazy-part.tsx'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import styles from './editor.module.css'
import type { Mark } from './text-edits.ts'

const EmojiPicker = lazyPart(async () => (await import('./emoji-picker.tsx')).EmojiPicker)

const marks = [
  { mark: '*', name: 'Negrito', keys: 'Ctrl+B', icon: Bold },
  { mark: '_', name: 'Itálico', keys: 'Ctrl+I', icon: Italic },
  { mark: '~', name: 'Riscado', keys: 'Ctrl+Shift+X', icon: Strikethrough },
] as const

/** What can be done to the text that is marked, and what is put in at the caret. */
export function TextToolbar({
  label,
  onMark,
  onInsert,
  onTemplates,
}: {
  /** The text that it belongs to. */
  readonly label: string
  readonly onMark: (mark: Mark) => void
  readonly onInsert: (words: string) => void
  /** Opens the templates; left out where the text offers none. */
  readonly onTemplates?: (() => void) | undefined
}) {
  const [isPicking, setIsPicking] = useState(false)
  const pickerId = useId()
  return (
    <fieldset className={styles.toolbar}>
      <legend className="visually-hidden">Formatação: {label}</legend>
      {marks.map(({ mark, name, keys, icon }) => (
        <IconButton
          key={mark}
          label={`${name} (${keys})`}
          icon={icon}
          // The text keeps its selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onMark(mark)}
        />
      ))}
      <IconButton
        label="Inserir emoji"
        icon={Smile}
        aria-expanded={isPicking}
        aria-controls={isPicking ? pickerId : undefined}
        onClick={() => setIsPicking(!isPicking)}
      />
      {onTemplates && (
        <Button look="quiet" icon={FileText} className={styles.templates} onClick={onTemplates}>
          Modelos
        </Button>
      )}
      {isPicking && (
        <EmojiPicker
          id={pickerId}
          onPick={(emoji) => {
            setIsPicking(false)
            onInsert(emoji)
          }}
          onClose={() => setIsPicking(false)}
        />
      )}
    </fieldset>
  )
}
