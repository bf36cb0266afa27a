import { Notice } from '../../../../ui/display/notice.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import styles from '../list-screen.module.css'

/** What a paste left out, until it has been read. */
export function PasteNotice({
  leftOut,
  onClose,
}: {
  readonly leftOut: string | null
  readonly onClose: () => void
}) {
  return (
    // A live region has to be in the document before its words are, or they are not read out.
    <div role="status" className={leftOut === null ? undefined : styles.leftOut}>
      {leftOut !== null && (
        <Notice tone="warn">
          <div className={styles.leftOutWords}>
            <p>{leftOut}</p>
            <Button onClick={onClose}>Entendi</Button>
          </div>
        </Notice>
      )}
    </div>
  )
}
