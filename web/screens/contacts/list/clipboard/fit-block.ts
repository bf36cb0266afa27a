import type { CellBlock } from './read-block.ts'

/** How many cells are chosen to paste on. */
export type PasteArea = { readonly rowCount: number; readonly columnCount: number }

/**
 * A block as often as it fits into the chosen cells, where it fills them without a rest; else once.
 * One cell fills any number of them.
 */
export function fitBlock(
  block: CellBlock,
  { rowCount, columnCount }: PasteArea,
): { readonly block: CellBlock /** Downwards. */; readonly isRepeated: boolean } {
  const width = Math.max(1, ...block.map(({ length }) => length))
  const isWhole = rowCount % block.length === 0 && columnCount % width === 0
  const times = rowCount / block.length
  if (block.length === 0 || !isWhole) return { block, isRepeated: false }
  const wide = block.map((cells) =>
    Array.from({ length: columnCount }, (_, at) => cells[at % width] ?? ''),
  )
  const rows = Array.from({ length: times }, () => wide).flat()
  return { block: rows, isRepeated: times > 1 }
}
