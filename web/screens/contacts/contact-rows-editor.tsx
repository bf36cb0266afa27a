import { Plus, Trash2 } from 'lucide-react'
import { type ClipboardEvent, memo, useEffect, useRef, useState } from 'react'
import { foldText } from '#contract/fold.ts'
import { formatQuantity } from '../../format.ts'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { WindowedList } from '../../ui/lists/windowed-list.tsx'
import { useIsNarrow } from '../../ui/use-media.ts'
import styles from './contact-rows-editor.module.css'
import { readPasted } from './pasted-contacts.ts'
import {
  type ContactDraft,
  type ContactRows,
  type DraftErrors,
  refusalOf,
} from './use-contact-rows.ts'

/** With fewer rows one sees them all. */
const SEARCHABLE_ROWS = 12
/** In pixels: of a row, and of one whose fields stand below each other. */
const ROW_HEIGHT = { wide: 48, narrow: 106 }

/** Rows of name and phone, also thousands of them; lines of a spreadsheet may be pasted into any. */
export function ContactRowsEditor({
  rows,
  change,
  errors,
}: Pick<ContactRows, 'rows' | 'change'> & {
  readonly errors: ReadonlyMap<string, DraftErrors>
}) {
  const [search, setSearch] = useState('')
  const { wanted, setWanted } = useWantedRow(rows, errors)
  const shown = errors.size > 0 ? rows : found(rows, search)
  const rowHeight = useIsNarrow() ? ROW_HEIGHT.narrow : ROW_HEIGHT.wide
  const place = wanted ? shown.findIndex(({ key }) => key === wanted.key) : -1
  const [reveal, setReveal] = useState<{ readonly index: number } | null>(null)
  useEffect(() => setReveal(place < 0 ? null : { index: place }), [place])
  return (
    <div className={styles.editor}>
      {rows.length > SEARCHABLE_ROWS && (
        <SearchField label="Buscar nesta lista" value={search} onChange={setSearch} />
      )}
      {shown.length > 0 && (
        // Each field has a label of its own, for those who don't see the columns.
        <div className={styles.titles} aria-hidden>
          <span>Nome</span>
          <span>Telefone</span>
        </div>
      )}
      {shown.length === 0 ? (
        <p className={styles.none}>Nenhum contato combina com a busca.</p>
      ) : (
        <WindowedList
          label="Contatos"
          items={shown}
          rowHeight={rowHeight}
          keyOf={keyOf}
          reveal={reveal}
          className={styles.rows}
          renderItem={(row, index) => (
            <Row
              row={row}
              number={index + 1}
              errors={errors.get(row.key)}
              isWanted={wanted?.key === row.key}
              change={change}
            />
          )}
        />
      )}
      <div className={styles.foot}>
        <Button
          icon={Plus}
          onClick={() => {
            setSearch('')
            change({ type: 'add' })
            setWanted('last')
          }}
        >
          Adicionar linha
        </Button>
        <p className={styles.count} aria-live="polite">
          {formatQuantity(rows.length, 'linha', 'linhas')}
        </p>
      </div>
    </div>
  )
}

const keyOf = ({ key }: ContactDraft) => key

/** The row to go to: one that was just added, or the first that was refused. */
function useWantedRow(
  rows: readonly ContactDraft[],
  errors: ReadonlyMap<string, DraftErrors>,
): {
  readonly wanted: { readonly key: string } | null
  readonly setWanted: (which: 'last') => void
} {
  const [asked, setAsked] = useState<{ readonly rowCount: number } | null>(null)
  const last = rows.at(-1)
  const isLast = asked !== null && last !== undefined && rows.length > asked.rowCount
  const firstRefused = errors.size > 0 ? rows.find(({ key }) => errors.has(key)) : undefined
  const wanted = firstRefused ?? (isLast ? last : undefined)
  return {
    wanted: wanted ? { key: wanted.key } : null,
    setWanted: () => setAsked({ rowCount: rows.length }),
  }
}

const Row = memo(function Row({
  row,
  number,
  errors,
  isWanted,
  change,
}: {
  readonly row: ContactDraft
  readonly number: number
  readonly errors: DraftErrors | undefined
  readonly isWanted: boolean
  readonly change: ContactRows['change']
}) {
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another refusal asks for it again
  useEffect(() => {
    if (!isWanted) return
    const field =
      ref.current?.querySelector('[aria-invalid]') ?? ref.current?.querySelector('input')
    if (field instanceof HTMLElement) field.focus()
  }, [isWanted, errors])
  const refusal = refusalOf(row, errors)
  const paste = (event: ClipboardEvent) => {
    const contacts = readPasted(event.clipboardData.getData('text'))
    if (!contacts) return
    event.preventDefault()
    change({ type: 'paste', key: row.key, contacts })
  }
  const type = (field: 'name' | 'phone') => (value: string) =>
    change({ type: 'type', key: row.key, field, value })
  return (
    <div ref={ref} className={styles.row} onPaste={paste}>
      <TextField
        isLabelHidden
        label={`Nome do contato ${number}`}
        placeholder="Nome"
        autoComplete="off"
        value={row.name}
        error={refusal.name}
        onChange={({ target }) => type('name')(target.value)}
      />
      <TextField
        isLabelHidden
        label={`Telefone do contato ${number}`}
        placeholder="61 99999-0000"
        inputMode="tel"
        autoComplete="off"
        value={row.phone}
        error={refusal.phone}
        onChange={({ target }) => type('phone')(target.value)}
      />
      <IconButton
        label={`Remover contato ${number}`}
        icon={Trash2}
        onClick={() => change({ type: 'remove', key: row.key })}
      />
    </div>
  )
})

function found(rows: readonly ContactDraft[], search: string): readonly ContactDraft[] {
  const words = foldText(search.trim())
  if (words === '') return rows
  const digits = /^[\d\s()+.-]+$/.test(words) ? words.replace(/\D/g, '') : null
  return rows.filter(
    ({ name, phone }) =>
      foldText(name).includes(words) ||
      (digits !== null && phone.replace(/\D/g, '').includes(digits)),
  )
}
