import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import type { Inode } from '../machine/files.ts'
import { machine } from '../machine/machine.ts'

/** Open files of the simulated machine, and answers about their names. */

const PIECE_BYTES = 64 * 1024

type SystemError = Error & { code: string; path: string }

/**
 * An error without its costly stack: it is made thousands of times, for files that do not exist.
 */
export function failure(code: string, path: string): SystemError {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  const error = new Error(`${code}: ${path}`)
  Error.stackTraceLimit = stackTraceLimit
  return Object.assign(error, { code, path })
}

export const disk = () => machine().disk

export function find(path: string): Inode {
  const inode = disk().file(path)
  if (inode) return inode
  throw failure(disk().names.tree().folders.has(path) ? 'EISDIR' : 'ENOENT', path)
}

export function isFolder(path: string): boolean {
  return disk().names.tree().folders.has(path)
}

export class Handle {
  readonly #path: string
  readonly #inode: Inode | undefined
  readonly #appends: boolean
  #isOpen = true
  #at = 0

  constructor(path: string, inode: Inode | undefined, appends: boolean) {
    this.#path = path
    this.#inode = inode
    this.#appends = appends
  }

  #file(): Inode {
    if (!this.#isOpen) throw failure('EBADF', this.#path)
    if (!this.#inode) throw failure('EISDIR', this.#path)
    return this.#inode
  }

  read(buffer: Uint8Array, offset: number, length: number, position: number | null) {
    return disk().look(() => {
      const { bytes } = this.#file()
      const from = position ?? this.#at
      const part = bytes.subarray(from, from + length)
      buffer.set(part, offset)
      if (position === null) this.#at += part.length
      return { bytesRead: part.length, buffer }
    })
  }

  write(
    bytes: Uint8Array,
    offset = 0,
    length = bytes.length - offset,
    position: number | null = null,
  ) {
    const copy = new Uint8Array(bytes.subarray(offset, offset + length))
    return disk().operate(() => {
      const inode = this.#file()
      const { full, brokenWrites } = disk().faultsNow()
      const random = disk().randomNow()
      const at = this.#appends ? inode.bytes.length : (position ?? this.#at)
      const isFull = random.chance(full)
      if (isFull && (copy.length < 2 || random.chance(0.5))) throw failure('ENOSPC', this.#path)
      if (random.chance(brokenWrites)) throw failure('EIO', this.#path)
      // A nearly full disk takes less than it was given.
      const taken = isFull ? copy.subarray(0, random.between(1, copy.length - 1)) : copy
      inode.write(at, taken)
      disk().wrote(at, taken)
      inode.modifiedMs = disk().now()
      inode.changedMs = inode.modifiedMs
      if (position === null) this.#at = at + taken.length
      return { bytesWritten: taken.length, buffer: bytes }
    })
  }

  async writeFile(text: string | Uint8Array): Promise<void> {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text
    let done = 0
    while (done < bytes.length) done += (await this.write(bytes, done)).bytesWritten
  }

  async readFile(encoding?: 'utf8') {
    const bytes = await disk().look(() => this.#file().bytes.slice())
    return encoding ? Buffer.from(bytes).toString(encoding) : Buffer.from(bytes)
  }

  createReadStream() {
    return Readable.from(this.#pieces())
  }

  async *#pieces() {
    const piece = Buffer.alloc(PIECE_BYTES)
    for (let position = 0; ; ) {
      const { bytesRead } = await this.read(piece, 0, piece.length, position)
      if (bytesRead === 0) return
      position += bytesRead
      yield Buffer.from(piece.subarray(0, bytesRead))
    }
  }

  truncate(length = 0) {
    return disk().operate(() => this.#file().truncate(length))
  }

  sync() {
    return disk().sync(() => {
      if (!this.#isOpen) throw failure('EBADF', this.#path)
      const { brokenSyncs } = disk().faultsNow()
      if (disk().randomNow().chance(brokenSyncs)) throw failure('EIO', this.#path)
      if (this.#inode) this.#inode.sync()
      else disk().names.syncFolder(this.#path)
    })
  }

  datasync() {
    return this.sync()
  }

  stat() {
    return disk().look(() => statsOf(this.#path))
  }

  chmod(mode: number) {
    return disk().look(() => {
      if (this.#inode) this.#inode.mode = mode
    })
  }

  close() {
    return disk().look(() => {
      this.#isOpen = false
    })
  }

  [Symbol.asyncDispose]() {
    return this.close()
  }
}

export function statsOf(path: string) {
  const folder = isFolder(path)
  const inode = folder ? undefined : find(path)
  return {
    size: inode?.bytes.length ?? 0,
    mode: inode?.mode ?? 0o700,
    ino: inode?.number ?? 0,
    mtimeMs: inode?.modifiedMs ?? 0,
    ctimeMs: inode?.changedMs ?? 0,
    mtime: new Date(inode?.modifiedMs ?? 0),
    isFile: () => !folder,
    isDirectory: () => folder,
  }
}
