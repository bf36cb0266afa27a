/** A file that has arrived, read where it is asked to. */
export type FileBytes = {
  readonly size: number
  /** Fewer bytes at the end of the file. */
  readAt(position: number, byteCount: number): Promise<Uint8Array>
}

/** A file that a caller gave for a message; its name and declared type may be anything. */
export type GivenFile = FileBytes & {
  /** Its bytes, from the beginning; may be called again. */
  read(): AsyncIterable<Uint8Array>
  /** The type its host declared; null where none was declared. */
  readonly mimeType: string | null
  readonly fileName: string | null
}

/** A file that is held in memory. */
export function heldFile(
  bytes: Uint8Array,
  named: Pick<GivenFile, 'mimeType' | 'fileName'>,
): GivenFile {
  return {
    ...named,
    size: bytes.length,
    readAt: async (position, byteCount) => bytes.subarray(position, position + byteCount),
    async *read() {
      yield bytes
    },
  }
}
