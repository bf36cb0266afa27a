import { Paperclip } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { holdsFiles, takeFile } from '../../../parts/attachment/use-attachment.ts'
import { classNames } from '../../../ui/class-names.ts'
import paneStyles from '../chat-screen.module.css'
import styles from './drop-area.module.css'

/** The messages of a chat, where a file may be dropped. */
export function DropArea({
  onFile,
  children,
}: {
  /** `undefined` where no file can be sent. */
  readonly onFile: ((file: File) => void) | undefined
  readonly children: ReactNode
}) {
  const [isOver, setIsOver] = useState(false)
  const handlers = onFile && {
    onDragOver: (event: React.DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: ({ relatedTarget, currentTarget }: React.DragEvent) => {
      const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
      if (!isInside) setIsOver(false)
    },
    onDrop: (event: React.DragEvent) => {
      setIsOver(false)
      if (holdsFiles(event)) takeFile(event, event.dataTransfer, onFile)
    },
  }
  return (
    <section
      className={classNames(paneStyles.pane, paneStyles.thread)}
      aria-label="Mensagens"
      {...handlers}
    >
      {children}
      {isOver && (
        <div className={styles.drop} aria-hidden>
          <Paperclip size={24} />
          Solte o arquivo para anexar
        </div>
      )}
    </section>
  )
}
