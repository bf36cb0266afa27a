import type { CsvColumns } from '#contract/csv/columns.ts'
import { refusedRowsFile } from '#contract/csv/refused-file.ts'
import { tableRows } from '#contract/csv/table.ts'
import { type FileAbout, openFile } from './open-file.ts'
import { firstChoices, type ReadChoices } from './read-choices.ts'
import { createRowTally, type RowTally } from './row-tally.ts'

/** What a file holds, as the server would read it. */
export type CsvReading = FileAbout &
  RowTally & {
    /** How it was read, with what was found out. */
    readonly choices: ReadChoices & { readonly columns: CsvColumns; readonly ddd: string }
    readonly header: readonly string[]
    readonly columns: CsvColumns
    readonly warnings: readonly string[]
  }

type Options = Partial<ReadChoices> & { readonly onProgress: (share: number) => void }

/**
 * Reads a file from beginning to end by the rules of the server, a piece at a time; a second time
 * where phones lack an area code that the others tell.
 * @throws AppError for what is neither CSV nor .xlsx
 */
export async function scanCsv(file: Blob, { onProgress, ...given }: Options): Promise<CsvReading> {
  const choices = { ...firstChoices, ...given }
  const reading = await scanOnce(file, { ...choices, ddd: choices.ddd ?? '', onProgress })
  const { usualArea, withoutAreaCount } = reading
  if (choices.ddd !== null || usualArea === null || withoutAreaCount === 0) return reading
  return scanOnce(file, { ...choices, ddd: usualArea, onProgress })
}

async function scanOnce(
  file: Blob,
  { onProgress, ...choices }: ReadChoices & Options & { readonly ddd: string },
): Promise<CsvReading> {
  const { table, about } = await openFile(file, { ...choices, onProgress })
  const tally = createRowTally(choices.ddd)
  for await (const batch of tableRows(table)) {
    for (const row of batch) tally.take(row)
  }
  const { columns, warnings, header } = table
  const read = { ...choices, columns }
  return { ...about, choices: read, columns, warnings, header, ...tally.conclude() }
}

/** The refused rows of a file as one that can be mended and imported. */
export async function refusedRowsOf(
  file: Blob,
  { ddd, onProgress, ...choices }: CsvReading['choices'] & Options,
): Promise<Blob> {
  const { table, format } = await openFile(file, { ...choices, onProgress })
  const parts: BlobPart[] = []
  const options = { format, ddd: ddd === '' ? undefined : ddd }
  for await (const piece of refusedRowsFile(table, options)) parts.push(piece)
  return new Blob(parts, { type: 'text/csv' })
}
