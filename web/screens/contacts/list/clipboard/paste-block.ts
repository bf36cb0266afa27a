import type { ListRow } from '#contract/contacts/list-rows.ts'
import { CHANGED_ROWS_MAX } from '#contract/contacts/list-rows.ts'
import type { Column } from '#contract/contacts/list-view.ts'
import type { CellText, RowEdit } from '../use-row-edits.ts'
import { leftOutWords } from './left-out-words.ts'
import { placeBlock } from './place-block.ts'
import { readBlock } from './read-block.ts'

/** The cells that a copied block writes, and what of it is left out, in words. */
export async function pasteBlock(
  text: string,
  {
    readRows,
    columns,
    edits,
  }: {
    /** Reads the rows from the one on that it is pasted on. */
    readonly readRows: (count: number) => Promise<readonly (ListRow | undefined)[]>
    /** From the one on that it is pasted on. */
    readonly columns: readonly Column[]
    readonly edits: ReadonlyMap<string, RowEdit>
  },
): Promise<{ readonly cells: readonly CellText[]; readonly leftOut: string | null }> {
  const block = await readBlock(text)
  const rows = await readRows(Math.min(block.length, CHANGED_ROWS_MAX))
  const { cells, leftOut } = placeBlock(block, { rows, columns, edits })
  return { cells, leftOut: leftOutWords(leftOut) }
}
