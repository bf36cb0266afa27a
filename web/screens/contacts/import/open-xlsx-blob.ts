import { BlobReader, ZipReader } from '@zip.js/zip.js/index-native.js'
import { Parser } from 'htmlparser2'
import { format, getFormatFromId, isDateFormat } from 'numfmt'
import { AppError } from '#contract/errors.ts'
import { XLSX_LIMIT_BYTES } from '#contract/limits.ts'
import { createXlsxPackage } from '#contract/xlsx/libraries.ts'
import { openXlsx, type Spreadsheet } from '#contract/xlsx/open-xlsx.ts'

/** Opens a sheet of an .xlsx in the browser. */
export async function openXlsxBlob(
  file: Blob,
  {
    sheet,
    onProgress,
  }: { readonly sheet: string | null; readonly onProgress: (share: number) => void },
): Promise<Spreadsheet> {
  if (file.size > XLSX_LIMIT_BYTES) throw new AppError('xlsx_too_large', `${file.size} bytes`)
  const zip = new ZipReader(new CountingReader(file, onProgress), {
    // The page has handed the file to a worker of its own.
    useWebWorkers: false,
    checkSignature: true,
    checkOverlappingEntry: true,
  })
  const entries = zip.getEntriesGenerator()
  const formats = { format, getFormatFromId, isDateFormat }
  const libraries = { archiveBytes: file.size, entries, Parser, ...formats }
  return openXlsx(await createXlsxPackage(libraries), { sheet: sheet ?? undefined })
}

/** Tells how much of the file has been read. */
class CountingReader extends BlobReader {
  readonly #onProgress: (share: number) => void
  #readBytes = 0

  constructor(file: Blob, onProgress: (share: number) => void) {
    super(file)
    this.#onProgress = onProgress
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    this.#readBytes += length
    this.#onProgress(Math.min(1, this.#readBytes / this.size))
    return await super.readUint8Array(index, length)
  }
}
