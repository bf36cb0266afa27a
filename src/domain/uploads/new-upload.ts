import type { NewUpload, UploadStore } from './upload-store.ts'

/** 256 bits: names cannot be guessed. */
const NAME_BYTES = 32
const EXTENSION_PATTERN = /^[a-z0-9]{1,8}$/

/**
 * Makes the name that an upload is kept and served under.
 * @throws RangeError where the extension is none, such as a path
 */
export function newUploadName(
  extension: string,
  randomBytes: (byteCount: number) => Uint8Array,
): string {
  if (!EXTENSION_PATTERN.test(extension)) throw new RangeError('an unusual file extension')
  const digits = Array.from(randomBytes(NAME_BYTES), (byte) => byte.toString(16).padStart(2, '0'))
  return `${digits.join('')}.${extension}`
}

/** A file that is held in memory, as one on its way into the store. */
export function wholeUpload({ bytes, ...file }: Parameters<UploadStore['save']>[1]): NewUpload {
  return { ...file, size: bytes.length, content: () => only(bytes) }
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
