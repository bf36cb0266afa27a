import { Notice } from '../../ui/display/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import styles from './opt-outs-screen.module.css'
import { nameOf } from './opt-outs-table.tsx'
import type { Removal } from './use-removal.ts'

/** Who gets campaigns again just now, and the way back. */
export function RemovedNotice({
  removal: { removed, isUndoing, undo, forget },
}: {
  readonly removal: Removal
}) {
  return (
    <div role="status">
      {removed && (
        <div className={styles.notice}>
          <Notice tone="info">
            <div className={styles.removed}>
              <span>{nameOf(removed)} volta a receber campanhas.</span>
              <span className={styles.next}>
                <Button isBusy={isUndoing} onClick={undo}>
                  Desfazer
                </Button>
                <Button onClick={forget}>Fechar</Button>
              </span>
            </div>
          </Notice>
        </div>
      )}
    </div>
  )
}
