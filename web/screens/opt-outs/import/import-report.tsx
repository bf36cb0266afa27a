import type { OptOutImportReport } from '#contract/optouts/opt-out.ts'
import { formatQuantity } from '../../../format.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import styles from './import-dialog.module.css'
import { RefusedRows } from './refused-rows.tsx'

/** What became of an import. */
export function ImportReport({
  report,
  fileName,
  onRefusedRows,
}: {
  readonly report: OptOutImportReport
  readonly fileName: string
  readonly onRefusedRows: () => Promise<Blob | null>
}) {
  const { added, duplicates } = report
  return (
    <div className={styles.form}>
      <div role="status">
        <Notice tone="ok">
          {formatQuantity(added, 'pessoa incluída', 'pessoas incluídas')}.
          {duplicates > 0 &&
            ` ${formatQuantity(duplicates, 'já estava na lista ou repetida', 'já estavam na lista ou repetidas')}.`}
        </Notice>
      </div>
      <RefusedRows report={report} fileName={fileName} onRefusedRows={onRefusedRows} />
    </div>
  )
}
