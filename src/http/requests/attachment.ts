import { Reader, ZipReader } from '@zip.js/zip.js/index-native.js'
import { AppError } from '../../contract/errors.ts'
import { IMAGE_LIMIT_BYTES } from '../../contract/limits.ts'
import type { AttachmentType } from '../../contract/uploads/attachment.ts'
import type { FileBytes } from '../../domain/uploads/file-bytes.ts'
import { fileTypeOf } from '../../domain/uploads/file-type.ts'
import { imageTypeOf } from './image.ts'

/** An Office file has some dozens of parts; each picture is one more. */
const ARCHIVE_ENTRIES_MAX = 20_000

/** Judges a file that has arrived by its content. @throws AppError as `fileTypeOf` does */
export function attachmentTypeOf(file: FileBytes): Promise<AttachmentType> {
  return fileTypeOf(file, { checkImage, archiveNames })
}

async function checkImage(file: FileBytes, type: AttachmentType): Promise<void> {
  const bytes = await file.readAt(0, IMAGE_LIMIT_BYTES)
  const found = await imageTypeOf(bytes).catch((cause: unknown) => {
    throw new AppError('attachment_damaged', 'an unreadable image', { cause })
  })
  if (found !== type) throw new AppError('attachment_damaged', `${found} rather than ${type}`)
}

/** Reads nothing but the archive's list: its entries are never inflated, however large they say. */
async function archiveNames(file: FileBytes): Promise<ReadonlySet<string>> {
  const zip = new ZipReader(new ArchiveReader(file), { useWebWorkers: false })
  const names = new Set<string>()
  try {
    for await (const { filename, encrypted } of zip.getEntriesGenerator()) {
      if (encrypted) throw new AppError('attachment_old_office', 'an archive with a password')
      names.add(filename)
      if (names.size > ARCHIVE_ENTRIES_MAX) break
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('attachment_damaged', 'an unreadable archive', { cause })
  }
  if (names.size > ARCHIVE_ENTRIES_MAX) throw new AppError('attachment_type', 'too many entries')
  return names
}

/** Lets zip.js read pieces of a file. */
class ArchiveReader extends Reader<FileBytes> {
  readonly #file: FileBytes

  constructor(file: FileBytes) {
    super(file)
    this.#file = file
    this.size = file.size
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    return await this.#file.readAt(index, length)
  }
}
