import { UserRound } from 'lucide-react'
import { Link } from 'wouter'
import { personPage } from '#contract/console-routes.ts'
import type { ListRow } from '#contract/contacts/list-rows.ts'
import { type Column, cellOf, columnKey } from '#contract/contacts/list-view.ts'
import { formatPhone } from '../../../../format.ts'
import { FormDialog } from '../../../../parts/form-dialog.tsx'
import { buttonClass } from '../../../../ui/forms/button.tsx'
import { TextField } from '../../../../ui/forms/field.tsx'
import { columnLabel, personOf } from '../list-view.ts'
import type { RowEdit, RowEdits } from '../use-row-edits.ts'

/** All cells of one row as a form, where there is no room for cells to write into. */
export function PersonDialog({
  row,
  columns,
  edit,
  onType,
  onClose,
}: {
  readonly row: ListRow
  readonly columns: readonly Column[]
  readonly edit: RowEdit | undefined
  readonly onType: RowEdits['type']
  readonly onClose: () => void
}) {
  const { after = row, refusal } = edit ?? {}
  // A phone that was typed stands as it was typed.
  const textOf = (column: Column) =>
    column.kind === 'phone' && after.phone === row.phone
      ? formatPhone(row.phone)
      : cellOf(after, column)
  return (
    <FormDialog
      title={personOf(row)}
      submit="Pronto"
      form={{ isSending: false, refusal: null }}
      onSubmit={(data) => {
        for (const column of columns) {
          const text = String(data.get(columnKey(column)) ?? '')
          if (text !== textOf(column)) onType(row, column, text)
        }
        onClose()
      }}
      onClose={onClose}
    >
      {columns.map((column) => (
        <TextField
          key={columnKey(column)}
          label={columnLabel(column)}
          name={columnKey(column)}
          defaultValue={textOf(column)}
          error={refusal?.campo === column.kind ? refusal.message : undefined}
          inputMode={column.kind === 'phone' ? 'tel' : undefined}
          autoComplete="off"
        />
      ))}
      <Link href={personPage(row.phone)} className={buttonClass('plain')}>
        <UserRound size={16} aria-hidden />
        Ver tudo desta pessoa
      </Link>
    </FormDialog>
  )
}
