import { delimiterOf } from './delimiter.ts'
import { type CsvParse, csvLines } from './lines.ts'
import { openTable, type Table, type TableLines, type TableOptions } from './table.ts'

type CsvText = { readonly head: string; readonly parse: CsvParse }

/**
 * Opens a CSV as a table of contacts.
 * @param head the beginning of the text, by which the delimiter is found
 */
export function openCsv(
  text: AsyncIterable<string>,
  { head, parse, ...options }: TableOptions & CsvText,
): Promise<Table> {
  return openTable(csvTableLines(text, { head, parse }), options)
}

/** The lines of a CSV, without the one in which Excel names the delimiter. */
export function csvTableLines(text: AsyncIterable<string>, { head, parse }: CsvText): TableLines {
  const { delimiter, isAnnounced } = delimiterOf(head)
  const lines = csvLines(text, { delimiter, parse })
  return isAnnounced ? withoutFirstLine(lines) : lines
}

async function* withoutFirstLine(lines: TableLines): TableLines {
  for await (const batch of lines) {
    yield batch.filter((line) => !('cells' in line) || line.line !== 1)
  }
}
