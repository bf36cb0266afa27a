import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { defuseFormula } from '../../contract/csv/formula.ts'
import { attachment } from './file-name.ts'

export type CsvSeparator = ',' | ';'

/** Rows written in one go, after which other calls have their turn. */
const ROWS_AT_ONCE = 100
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Rows as CSV text. Semicolons come with the mark that makes Excel read UTF-8; cells that a
 * spreadsheet would take for a formula are defused.
 */
export async function* csvText(
  rows: AsyncIterable<readonly string[]>,
  { header, separator }: { readonly header: readonly string[]; readonly separator: CsvSeparator },
): AsyncIterable<string> {
  const options = {
    delimiter: separator,
    record_delimiter: '\r\n',
    // Quotes a lone CR or LF too, since many readers end a line there.
    quoted_match: /[\r\n]/,
  } as const
  if (separator === ';') yield BYTE_ORDER_MARK
  let held: (readonly string[])[] = [header.map(defuseFormula)]
  for await (const row of rows) {
    held.push(row.map(defuseFormula))
    if (held.length < ROWS_AT_ONCE) continue
    yield stringify(held, options)
    held = []
    await setImmediate()
  }
  if (held.length > 0) yield stringify(held, options)
}

export function csvHeaders(fileName: string): Record<string, string> {
  return {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': attachment(fileName),
    'cache-control': 'no-store',
  }
}
