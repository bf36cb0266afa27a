import { Buffer } from 'node:buffer'
import { parentOf } from '../machine/files.ts'
import { disk, failure, find, Handle, isFolder, statsOf } from './file-handle.ts'

/**
 * What the program gets for `node:fs/promises` inside the simulated machine: as much of it as the
 * program uses, over the disk that forgets.
 */

export function open(path: string, flags = 'r', mode = 0o666) {
  return flags.startsWith('r') ? openKnown(path, flags) : openOrMake(path, flags, mode)
}

function openKnown(path: string, flags: string) {
  return disk().look(() => {
    if (isFolder(path) && flags === 'r') return new Handle(path, undefined, false)
    return new Handle(path, find(path), false)
  })
}

function openOrMake(path: string, flags: string, mode: number) {
  return disk().operate(() => {
    const known = disk().file(path)
    if (isFolder(path)) throw failure('EISDIR', path)
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
  const bytes = await disk().look(() => find(path).bytes.slice())
  return encoding ? Buffer.from(bytes).toString('utf8') : Buffer.from(bytes)
}

/** The machine's boot id and the start of the process, by which a second process is known. */
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
  return disk().look(() => {
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
  return disk().look(() => statsOf(path))
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
  return disk().look(() => void statsOf(path))
}

export function chmod(path: string, mode: number) {
  return disk().look(() => {
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
