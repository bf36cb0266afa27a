/** A file that has arrived, read where it is asked to. */
export type FileBytes = {
  readonly size: number
  /** Fewer bytes at the end of the file. */
  readAt(position: number, byteCount: number): Promise<Uint8Array>
}
