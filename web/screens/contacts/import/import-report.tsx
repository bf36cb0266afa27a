import { formatQuantity } from '../../../format.ts'
import { InvalidRows } from '../../../parts/import/invalid-rows.tsx'
import { Totals } from '../../../parts/import/totals.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import dialogStyles from '../dialogs.module.css'
import type { Imported } from './import-run.ts'

/** The result of an import, row by row where rows were refused. */
export function ImportReport({
  imported,
  fileName,
  onRefusedRows,
}: {
  readonly imported: Imported
  readonly fileName: string
  readonly onRefusedRows: () => Promise<Blob | null>
}) {
  const { name, total, added, duplicates, invalidCount, invalid } = imported
  return (
    <div className={dialogStyles.form}>
      <Notice tone="ok">
        {formatQuantity(added, 'contato adicionado', 'contatos adicionados')} à lista “{name}”, que
        tem agora {formatQuantity(total, 'contato', 'contatos')}.
      </Notice>
      <Totals
        counts={[
          ['Adicionados', added],
          ['Repetidos', duplicates],
          ['Inválidos', invalidCount],
        ]}
      />
      <InvalidRows
        rows={invalid}
        count={invalidCount}
        fileName={fileName}
        onRefusedRows={onRefusedRows}
      />
    </div>
  )
}
