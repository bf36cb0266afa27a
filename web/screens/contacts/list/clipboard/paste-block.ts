import type { ListRow } from '#contract/contacts/list-rows.ts'
import { CHANGED_ROWS_MAX } from '#contract/contacts/list-rows.ts'
import type { Column } from '#contract/contacts/list-view.ts'
import type { CellText, RowEdit } from '../use-row-edits.ts'
import { fitBlock, type PasteArea } from './fit-block.ts'
import { leftOutWords } from './left-out-words.ts'
import { placeBlock } from './place-block.ts'
import { readBlock } from './read-block.ts'

/** The cells that a copied block writes, how far it comes, and what of it is left out, in words. */
export async function pasteBlock(
  text: string,
  {
    readRows,
    columns,
    edits,
    area,
  }: {
    /** Reads the rows from the one on that it is pasted on. */
    readonly readRows: (count: number) => Promise<readonly (ListRow | undefined)[]>
    /** From the one on that it is pasted on. */
    readonly columns: readonly Column[]
    readonly edits: ReadonlyMap<string, RowEdit>
    readonly area?: PasteArea | undefined
  },
): Promise<{
  readonly cells: readonly CellText[]
  /** How far the block comes in the table. */
  readonly size: PasteArea
  readonly leftOut: string | null
}> {
  const copied = await readBlock(text)
  const { block, isRepeated } = area ? fitBlock(copied, area) : { block: copied, isRepeated: false }
  const rows = await readRows(Math.min(block.length, CHANGED_ROWS_MAX))
  const { cells, leftOut } = placeBlock(block, { rows, columns, edits, isRepeated })
  const width = Math.max(0, ...block.map(({ length }) => length))
  const size = {
    rowCount: Math.min(block.length, rows.length),
    columnCount: Math.min(width, columns.length),
  }
  return { cells, size, leftOut: leftOutWords(leftOut) }
}
