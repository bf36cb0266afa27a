import { setImmediate } from 'node:timers/promises'
import { configure, Reader, ZipReader } from '@zip.js/zip.js/index-native.js'
import { Parser } from 'htmlparser2'
import { format, getFormatFromId, isDateFormat } from 'numfmt'
import { AppError } from '../../../contract/errors.ts'
import { XLSX_LIMIT_BYTES } from '../../../contract/limits.ts'
import { createXlsxPackage } from '../../../contract/xlsx/libraries.ts'
import { openXlsx, type Spreadsheet } from '../../../contract/xlsx/open-xlsx.ts'
import type { TemporaryFile } from '../temporary-file.ts'

/**
 * Bytes of the archive that are inflated in one go, to a thousand times as many at worst: the
 * platform's inflation holds all that one piece gives.
 */
configure({ chunkSize: 4 * 1024 })

/** Opens an .xlsx that has arrived. */
export async function openXlsxFile(
  file: TemporaryFile,
  options: { readonly sheet: string | undefined },
): Promise<Spreadsheet> {
  const size = await file.size()
  if (size > XLSX_LIMIT_BYTES) throw new AppError('xlsx_too_large', `${size} bytes`)
  const zip = new ZipReader(new FileReader(file, size), {
    useWebWorkers: false,
    checkSignature: true,
    checkOverlappingEntry: true,
  })
  const entries = zip.getEntriesGenerator()
  const pause = () => setImmediate()
  const formats = { format, getFormatFromId, isDateFormat }
  const libraries = { archiveBytes: size, entries, Parser, ...formats, pause }
  return openXlsx(await createXlsxPackage(libraries), options)
}

/** Lets zip.js read pieces of a temporary file. */
class FileReader extends Reader<TemporaryFile> {
  readonly #file: TemporaryFile

  constructor(file: TemporaryFile, size: number) {
    super(file)
    this.#file = file
    this.size = size
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    return await this.#file.readAt(index, length)
  }
}
