import { CircleAlert } from 'lucide-react'
import { memo } from 'react'
import type { ListRow } from '#contract/contacts/list-rows.ts'
import { type Column, cellOf, columnKey } from '#contract/contacts/list-view.ts'
import { formatPhone } from '../../../../format.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { ChoiceBox } from '../../../../ui/forms/choice-box.tsx'
import { columnLabel, foundInCell, personOf } from '../list-view.ts'
import { Found } from './found.tsx'
import type { RowProps } from './list-row.tsx'
import { OptedOut } from './opted-out.tsx'
import styles from './person-row.module.css'

/** A row where there is no room for columns: two lines, which open the form of the person. */
export const PersonRow = memo(function PersonRow({
  row,
  columns,
  edit,
  isChosen,
  isOptedOut,
  search,
  onChoose,
  onOpen,
}: RowProps & { readonly onOpen: (row: ListRow) => void }) {
  const { after = row, refusal } = edit ?? {}
  const { name, phone } = after
  // A phone that was typed stands as it was typed.
  const number = phone === row.phone ? formatPhone(phone) : phone
  return (
    <>
      <td className={styles.choice}>
        <ChoiceBox
          label={`Escolher ${personOf(row)}`}
          isChosen={isChosen}
          onChoose={(choice) => onChoose(row.phone, choice)}
        />
      </td>
      <td className={styles.whole}>
        <button type="button" className={styles.person} onClick={() => onOpen(row)}>
          <span className="visually-hidden">Editar </span>
          <span className={styles.top}>
            <span className={styles.name}>
              <Found text={name || number} search={search} />
            </span>
            {isOptedOut && <OptedOut />}
            {edit && <span className={styles.unsaved}>não salvo</span>}
          </span>
          <span className={styles.further}>
            {name !== '' && (
              <span className={styles.phone}>
                <Found text={number} search={search} />
              </span>
            )}
            {filled(columns, after, search).map(({ column, text }) => (
              <span key={columnKey(column)}>
                {columnLabel(column)}{' '}
                <b>
                  <Found text={text} search={search} />
                </b>
              </span>
            ))}
          </span>
          {refusal && (
            <span className={classNames(styles.further, styles.problem)}>
              <CircleAlert size={14} aria-hidden />
              {refusal.message}
            </span>
          )}
        </button>
      </td>
    </>
  )
})

/** The further columns that say something, first those in which the search found it. */
function filled(columns: readonly Column[], row: ListRow, search: string) {
  const cells = columns
    .filter(({ kind }) => kind === 'field')
    .map((column) => ({ column, text: cellOf(row, column) }))
    .filter(({ text }) => text !== '')
  if (search.trim() === '') return cells
  const isFound = ({ text }: { readonly text: string }) => foundInCell(text, search).length > 0
  return [...cells.filter(isFound), ...cells.filter((cell) => !isFound(cell))]
}
