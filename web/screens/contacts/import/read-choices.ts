import type { CsvColumns } from '#contract/csv/columns.ts'

/** How a file is read. */
export type ReadChoices = {
  /** Null: found out by the header and the first rows. */
  readonly columns: CsvColumns | null
  readonly hasHeader: boolean
  /** Sheet of a spreadsheet; null: the first. */
  readonly sheet: string | null
  /** Area code of phones without one, empty for none; null: the one that most phones have. */
  readonly ddd: string | null
}

export const firstChoices: ReadChoices = { columns: null, hasHeader: true, sheet: null, ddd: null }
