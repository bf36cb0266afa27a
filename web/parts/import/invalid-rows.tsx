import { Download } from 'lucide-react'
import { useState } from 'react'
import { type InvalidContact, refusedFileName } from '#contract/contacts/contact-list.ts'
import { formatCount, formatQuantity } from '../../format.ts'
import { saveFile } from '../../save-file.ts'
import { Button } from '../../ui/forms/button.tsx'
import { WindowedList } from '../../ui/lists/windowed-list.tsx'
import styles from './invalid-rows.module.css'

const ROW_HEIGHT = 52

/** Rows that cannot be contacts, each with its line and why; they may be downloaded. */
export function InvalidRows({
  rows,
  count,
  fileName,
  onRefusedRows,
}: {
  readonly rows: readonly InvalidContact[]
  readonly count: number
  /** Name of the file that the rows stand in. */
  readonly fileName: string
  /** All of them with every column of the file, as a file; null where that failed. */
  readonly onRefusedRows: () => Promise<Blob | null>
}) {
  const [isMaking, setIsMaking] = useState(false)
  if (count === 0) return null
  const download = async () => {
    setIsMaking(true)
    const file = await onRefusedRows()
    if (file) saveFile(file, refusedFileName(fileName))
    setIsMaking(false)
  }
  const hidden = count - rows.length
  return (
    <section className={styles.invalid} aria-label="Linhas inválidas">
      <div className={styles.head}>
        <h3>
          {formatQuantity(count, 'linha inválida fica de fora', 'linhas inválidas ficam de fora')}
        </h3>
        <Button
          look="quiet"
          icon={Download}
          isBusy={isMaking}
          onClick={() => download().catch(() => undefined)}
        >
          Baixar linhas inválidas
        </Button>
      </div>
      <WindowedList
        label="Linhas inválidas e motivos"
        items={rows}
        rowHeight={ROW_HEIGHT}
        keyOf={({ index }) => String(index)}
        className={styles.rows}
        renderItem={({ line, index, name, phone, reason }) => (
          <div className={styles.row}>
            <span className={styles.line}>Linha {formatCount(line ?? index + 1)}</span>
            <span className={styles.given}>
              {[name, phone].filter((text) => text.trim() !== '').join(', ') || 'Linha sem dados'}
            </span>
            <span className={styles.reason}>{reason}</span>
          </div>
        )}
      />
      {hidden > 0 && (
        <p className={styles.more}>
          Aparecem as primeiras {formatCount(rows.length)}; há mais {formatCount(hidden)}.
        </p>
      )}
    </section>
  )
}
