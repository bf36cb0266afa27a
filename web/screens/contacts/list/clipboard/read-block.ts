import { parse } from 'csv-parse/browser/esm'
import { restoreFormula } from '#contract/csv/formula.ts'

/** Rows of cells, as spreadsheets put them into the clipboard: tabs between cells, a line for each row. */
export type CellBlock = readonly (readonly string[])[]

const format = {
  ...{ delimiter: '\t', record_delimiter: ['\r\n', '\n', '\r'] },
  ...{ relax_column_count: true, relax_quotes: true },
}

/** Reads a copied block; cells with line breaks or tabs stand in quotes. */
export async function readBlock(text: string): Promise<CellBlock> {
  // Quotes that nothing closes are letters, as Google Sheets copies them.
  const rows = (await parsed(text, '"')) ?? (await parsed(text, null)) ?? []
  return rows.map((cells) => cells.map(restoreFormula))
}

function parsed(text: string, quote: '"' | null): Promise<string[][] | null> {
  return new Promise((resolve) => {
    parse(text, { ...format, quote }, (error, rows: string[][]) => resolve(error ? null : rows))
  })
}
