import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import { type Inode, parentOf } from '../machine/files.ts'
import { machine } from '../machine/machine.ts'

/**
 * What the program gets for `node:fs/promises` inside the simulated machine: as much of it as the
 * program uses, over the disk that forgets.
 */

const PIECE_BYTES = 64 * 1024

type SystemError = Error & { code: string; path: string }

/** Made thousands of times, for files that are looked for in vain: without its costly stack. */
function failure(code: string, path: string): SystemError {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  const error = new Error(`${code}: ${path}`)
  Error.stackTraceLimit = stackTraceLimit
  return Object.assign(error, { code, path })
}

const disk = () => machine().disk

function find(path: string): Inode {
  const inode = disk().file(path)
  if (inode) return inode
  throw failure(disk().names.tree().folders.has(path) ? 'EISDIR' : 'ENOENT', path)
}

function isFolder(path: string): boolean {
  return disk().names.tree().folders.has(path)
}

class Handle {
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
    return disk().operate(() => {
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
    const bytes = await disk().operate(() => this.#file().bytes.slice())
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
    return disk().operate(() => {
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
    return disk().operate(() => statsOf(this.#path))
  }

  chmod(mode: number) {
    return disk().operate(() => {
      if (this.#inode) this.#inode.mode = mode
    })
  }

  close() {
    return disk().operate(() => {
      this.#isOpen = false
    })
  }

  [Symbol.asyncDispose]() {
    return this.close()
  }
}

function statsOf(path: string) {
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

export function open(path: string, flags = 'r', mode = 0o666) {
  return disk().operate(() => {
    const known = disk().file(path)
    if (isFolder(path)) {
      if (flags !== 'r') throw failure('EISDIR', path)
      return new Handle(path, undefined, false)
    }
    if (flags.startsWith('r')) {
      if (!known) throw failure('ENOENT', path)
      return new Handle(path, known, false)
    }
    if (flags.includes('x') && known) throw failure('EEXIST', path)
    if (!isFolder(parentOf(path))) throw failure('ENOENT', path)
    if (!known && disk().randomNow().chance(disk().faultsNow().full)) throw failure('ENOSPC', path)
    const inode = known ?? disk().makeFile(path, mode)
    if (flags.startsWith('w')) inode.truncate(0)
    return new Handle(path, inode, flags.startsWith('a'))
  })
}

export async function readFile(path: string, encoding?: 'utf8') {
  if (path.startsWith('/proc/')) return readProcess(path)
  const bytes = await disk().operate(() => find(path).bytes.slice())
  return encoding ? Buffer.from(bytes).toString('utf8') : Buffer.from(bytes)
}

/** The machine's own number and start of the process: a second process is told from the first. */
function readProcess(path: string): string {
  if (path.endsWith('/boot_id')) return disk().bootId()
  return `1 (node) ${Array.from({ length: 19 }, () => '0').join(' ')} ${disk().processTicks()}`
}

export async function writeFile(path: string, text: string | Uint8Array): Promise<void> {
  const file = await open(path, 'w')
  await file.writeFile(text)
  await file.close()
}

export async function readlink(): Promise<string> {
  return 'pid:[1]'
}

export function readdir(path: string, options: { withFileTypes?: boolean } = {}) {
  return disk().operate(() => {
    if (!isFolder(path)) throw failure(disk().file(path) ? 'ENOTDIR' : 'ENOENT', path)
    const entries = disk().names.readFolder(path)
    if (!options.withFileTypes) return entries.map(({ name }) => name)
    return entries.map(({ name, isFolder: folder }) => ({
      name,
      parentPath: path,
      isFile: () => !folder,
      isDirectory: () => folder,
    }))
  })
}

export function rename(from: string, to: string) {
  return disk().operate(() => {
    if (!disk().file(from) && !isFolder(from)) throw failure('ENOENT', from)
    if (!isFolder(parentOf(to))) throw failure('ENOENT', to)
    disk().move(from, to)
  })
}

export function link(from: string, to: string) {
  return disk().operate(() => {
    find(from)
    if (disk().file(to)) throw failure('EEXIST', to)
    if (!isFolder(parentOf(to))) throw failure('ENOENT', to)
    disk().link(from, to)
  })
}

export async function copyFile(from: string, to: string): Promise<void> {
  await writeFile(to, await readFile(from))
}

type RemoveOptions = { readonly force?: boolean; readonly recursive?: boolean }

export function rm(path: string, { force = false, recursive = false }: RemoveOptions = {}) {
  return disk().operate(() => {
    if (disk().file(path)) return disk().remove(path)
    if (!isFolder(path)) {
      if (force) return
      throw failure('ENOENT', path)
    }
    if (!recursive) throw failure('ERR_FS_EISDIR', path)
    removeBelow(path)
  })
}

function removeBelow(path: string): void {
  for (const { name, isFolder: folder } of disk().names.readFolder(path)) {
    if (folder) removeBelow(`${path}/${name}`)
    else disk().remove(`${path}/${name}`)
  }
  disk().remove(path)
}

export function unlink(path: string) {
  return rm(path)
}

export function rmdir(path: string) {
  return disk().operate(() => {
    if (!isFolder(path)) throw failure('ENOENT', path)
    if (disk().names.readFolder(path).length > 0) throw failure('ENOTEMPTY', path)
    disk().remove(path)
  })
}

export function stat(path: string) {
  return disk().operate(() => statsOf(path))
}

export function mkdir(path: string, options: number | { recursive?: boolean } = {}) {
  const isRecursive = typeof options === 'object' && options.recursive === true
  return disk().operate(() => makeOne(path, isRecursive))
}

function makeOne(path: string, isRecursive: boolean): void {
  if (isFolder(path) || disk().file(path)) {
    if (isRecursive && isFolder(path)) return
    throw failure('EEXIST', path)
  }
  const above = parentOf(path)
  if (!isFolder(above)) {
    if (!isRecursive) throw failure('ENOENT', path)
    makeOne(above, true)
  }
  disk().names.change([above], ({ folders }) => folders.add(path))
}

export function access(path: string) {
  return disk().operate(() => void statsOf(path))
}

export function chmod(path: string, mode: number) {
  return disk().operate(() => {
    const inode = disk().file(path)
    if (inode) inode.mode = mode
    else statsOf(path)
  })
}

export function utimes(path: string) {
  return disk().operate(() => {
    find(path).modifiedMs = disk().now()
  })
}

export async function truncate(path: string, length = 0): Promise<void> {
  const file = await open(path, 'r+')
  await file.truncate(length)
  await file.close()
}

export const constants = {}
