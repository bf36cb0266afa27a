import type { OptOutImportReport } from '#contract/optouts/opt-out.ts'
import { InvalidRows } from '../../../parts/import/invalid-rows.tsx'

/** The rows that have no phone, each with why; they may be downloaded. */
export function RefusedRows({
  report,
  fileName,
  onRefusedRows,
}: {
  readonly report: OptOutImportReport
  readonly fileName: string
  readonly onRefusedRows: () => Promise<Blob | null>
}) {
  return (
    <InvalidRows
      rows={report.invalid.map((row) => ({ ...row, index: row.line, name: '' }))}
      count={refusedCount(report)}
      fileName={fileName}
      onRefusedRows={onRefusedRows}
    />
  )
}

export function refusedCount({ invalid, invalid_count }: OptOutImportReport): number {
  return invalid_count ?? invalid.length
}
