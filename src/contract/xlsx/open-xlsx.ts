import type { TableLines } from '../csv/table.ts'
import { AppError } from '../errors.ts'
import { readNumberFormats } from './number-text.ts'
import { createPartReader, type XlsxPackage } from './package.ts'
import { readSharedStrings } from './shared-strings.ts'
import { sheetLines } from './sheet.ts'
import { readWorkbook, type Workbook } from './workbook.ts'

export type Spreadsheet = {
  /** Names of the sheets that a person sees. */
  readonly sheets: readonly string[]
  readonly sheet: string
  readonly lines: TableLines
}

/**
 * Opens a sheet of an .xlsx, the first one unless another is named. Cells come as a person sees
 * them: dates and amounts by their formats, and long numbers with all of their digits.
 * @throws AppError `not_csv`, `xlsx_broken`, `xlsx_too_large`, or `invalid` for an unknown sheet
 */
export async function openXlsx(
  source: XlsxPackage,
  { sheet: wanted }: { readonly sheet?: string | undefined } = {},
): Promise<Spreadsheet> {
  return await orDamaged(async () => {
    const parts = createPartReader(source)
    const workbook = await readWorkbook(parts)
    const { name, path } = findSheet(workbook, wanted)
    const { stringsPath, stylesPath, isFrom1904 } = workbook
    const strings = await readSharedStrings(parts, stringsPath)
    const numberText = await readNumberFormats(parts, stylesPath, { ...source, isFrom1904 })
    const lines = sheetLines(parts, path, { strings, numberText })
    return {
      sheets: workbook.sheets.map((one) => one.name),
      sheet: name,
      lines: linesOrDamaged(lines),
    }
  })
}

/** By its name, or by its number from 1. */
function findSheet({ sheets }: Workbook, wanted: string | undefined) {
  const name = wanted?.trim() ?? ''
  const found =
    name === ''
      ? sheets[0]
      : (sheets.find((sheet) => sheet.name === name) ??
        sheets.find((sheet) => sheet.name.toLowerCase() === name.toLowerCase()) ??
        (/^\d{1,4}$/.test(name) ? sheets[Number(name) - 1] : undefined))
  if (found) return found
  const names = sheets.map((sheet) => `“${sheet.name}”`).join(', ')
  const message = `A planilha não tem a aba “${name}”. Abas: ${names.slice(0, 500)}.`
  throw new AppError('invalid', 'no such sheet', { details: [{ path: 'sheet', message }] })
}

/** Turns every other error into that of a damaged file: the libraries throw errors of their own. */
async function orDamaged<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw damaged(error)
  }
}

async function* linesOrDamaged(lines: TableLines): TableLines {
  try {
    yield* lines
  } catch (error) {
    throw damaged(error)
  }
}

function damaged(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  return new AppError('xlsx_broken', String(cause), { cause })
}
