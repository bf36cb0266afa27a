import { formatCount, formatQuantity } from '../../format.ts'
import { Notice } from '../../ui/notice.tsx'
import dialogStyles from './dialogs.module.css'
import type { Imported } from './import-run.ts'
import { InvalidRows } from './invalid-rows.tsx'

/** What became of a file's rows. */
export function ImportReport({ imported }: { readonly imported: Imported }) {
  const { name, total, added, duplicates, invalidCount, invalid } = imported
  return (
    <div className={dialogStyles.form}>
      <Notice tone="ok">
        {formatQuantity(added, 'contato adicionado', 'contatos adicionados')} à lista “{name}”, que
        tem agora {formatQuantity(total, 'contato', 'contatos')}.
      </Notice>
      <ul className={dialogStyles.outcome}>
        <li>
          <strong>{formatCount(added)}</strong> adicionados
        </li>
        <li>
          <strong>{formatCount(duplicates)}</strong> repetidos, guardados uma vez só
        </li>
        <li>
          <strong>{formatCount(invalidCount)}</strong> inválidos, deixados de fora
        </li>
      </ul>
      <InvalidRows rows={invalid} count={invalidCount} fileName={name} />
    </div>
  )
}
