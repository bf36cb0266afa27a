import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/forms/button.tsx'
import styles from './file-drop.module.css'

/** Takes a CSV or spreadsheet that is dropped on it or picked. */
export function FileDrop({
  help,
  onFile,
}: {
  /** What is to stand in it. */
  readonly help: string
  readonly onFile: (file: File) => void
}) {
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut of the button in it
    <div
      className={classNames(styles.drop, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={(event) => {
        if (event.currentTarget === event.target) setIsOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        const file = event.dataTransfer.files[0]
        if (file) onFile(file)
      }}
    >
      <FileUp size={28} aria-hidden />
      <p className={styles.words}>
        Escolha uma planilha (.xlsx ou CSV)<span> ou arraste-a para cá</span>
      </p>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="Arquivo CSV ou planilha .xlsx"
        accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain"
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The same file may be chosen again after it was mended.
          target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button look="primary" onClick={() => picker.current?.click()}>
        Escolher arquivo
      </Button>
      <p className={styles.help}>{help}</p>
    </div>
  )
}
