import { delimiterOf } from './delimiter.ts'
import { type CsvParse, csvLines } from './lines.ts'
import { openTable, type Table, type TableLines, type TableOptions } from './table.ts'

/**
 * Opens a CSV as a table of contacts.
 * @param head the beginning of the text, by which the delimiter is found
 */
export function openCsv(
  text: AsyncIterable<string>,
  { head, parse, ...options }: TableOptions & { readonly head: string; readonly parse: CsvParse },
): Promise<Table> {
  const { delimiter, isAnnounced } = delimiterOf(head)
  const lines = csvLines(text, { delimiter, parse })
  return openTable(isAnnounced ? withoutAnnouncement(lines) : lines, options)
}

/** Leaves out the first line, in which Excel names the delimiter. */
async function* withoutAnnouncement(lines: TableLines): TableLines {
  for await (const batch of lines) {
    yield batch.filter((line) => !('cells' in line) || line.line !== 1)
  }
}
