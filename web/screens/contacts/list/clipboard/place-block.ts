import { checkContactRow } from '#contract/contacts/contact-row.ts'
import type { ListRow } from '#contract/contacts/list-rows.ts'
import { type Column, cellOf } from '#contract/contacts/list-view.ts'
import { mayBeEmpty, personOf } from '../list-view.ts'
import type { CellText, RowEdit } from '../use-row-edits.ts'
import type { CellBlock } from './read-block.ts'

/** A cell that keeps what it said, and why. */
export type RefusedCell = {
  readonly person: string
  readonly text: string
  readonly reason: string
}

/** What of a pasted block did not go into the list. */
export type LeftOut = {
  /** Columns of the block beyond the last of the table. */
  readonly columnCount: number
  /** Lines of the block below the last contact, and those whose contacts could not be read. */
  readonly rowCount: number
  readonly unreadCount: number
  readonly refused: readonly RefusedCell[]
}

/** Puts a block over the cells from the first row and column on, to the right and down. */
export function placeBlock(
  block: CellBlock,
  {
    rows,
    columns,
    edits,
    isRepeated,
  }: {
    /** The rows that the block comes to; undefined: not read. */
    readonly rows: readonly (ListRow | undefined)[]
    readonly columns: readonly Column[]
    readonly edits: ReadonlyMap<string, RowEdit>
    /** Whether the same goes into several rows. */
    readonly isRepeated: boolean
  },
): { readonly cells: readonly CellText[]; readonly leftOut: LeftOut } {
  const cells: CellText[] = []
  const refused: RefusedCell[] = []
  let unreadCount = 0
  for (const [place, texts] of block.slice(0, rows.length).entries()) {
    const row = rows[place]
    if (!row) {
      unreadCount += 1
      continue
    }
    const after = edits.get(row.phone)?.after ?? row
    for (const [at, written] of texts.slice(0, columns.length).entries()) {
      const column = columns[at]
      if (!column) continue
      const text = textFor(column, written)
      if (isSame(column, text, cellOf(after, column))) continue
      const isShared = isRepeated && column.kind === 'phone'
      const reason = isShared ? OWN_PHONE : reasonAgainst(column, text)
      if (reason === null) cells.push({ row, column, text })
      else refused.push({ person: personOf(row), text, reason })
    }
  }
  const width = block.reduce((most, { length }) => Math.max(most, length), 0)
  const columnCount = Math.max(0, width - columns.length)
  const rowCount = Math.max(0, block.length - rows.length)
  return { cells, leftOut: { columnCount, rowCount, unreadCount, refused } }
}

/** Names and phones are of one line. */
function textFor({ kind }: Column, written: string): string {
  return kind === 'field' ? written.trim() : written.trim().split(/\s+/).join(' ')
}

/** Whether a cell says so already, a phone in whatever form. */
function isSame({ kind }: Column, text: string, now: string): boolean {
  if (text === now) return true
  const checked = kind === 'phone' ? checkContactRow({ name: '', phone: text }) : null
  return checked?.ok === true && checked.phone === now
}

function reasonAgainst(column: Column, text: string): string | null {
  if (column.kind === 'field') return null
  if (text === '' && mayBeEmpty(column)) return null
  const isPhone = column.kind === 'phone'
  const checked = checkContactRow(
    isPhone ? { name: '', phone: text } : { name: text, phone: SOME_PHONE },
  )
  return checked.ok ? null : checked.reason
}

const OWN_PHONE = 'cada contato tem o seu telefone'

/** A valid phone: beside it only the name can be refused. */
const SOME_PHONE = '5561999990000'
