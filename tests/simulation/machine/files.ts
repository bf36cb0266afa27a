import type { Random } from './random.ts'

/** A change of a file's bytes that no sync has made durable yet. */
type Change =
  | { readonly kind: 'write'; readonly position: number; readonly bytes: Uint8Array }
  | { readonly kind: 'truncate'; readonly length: number }

const noBytes = new Uint8Array(0)

/** Bytes that grow at their end without being copied each time. */
class Content {
  #room: Uint8Array = noBytes
  #length = 0
  /** Whether others hold these bytes too: then they are never changed in place. */
  #isShared = true

  get bytes(): Uint8Array {
    return this.#room.subarray(0, this.#length)
  }

  apply(change: Change): void {
    if (change.kind === 'truncate') this.resize(change.length)
    else this.write(change.position, change.bytes)
  }

  /** @param bytes are changed by nobody afterwards */
  write(position: number, bytes: Uint8Array): void {
    // Most files are written once, whole.
    if (position === 0 && bytes.length >= this.#length) {
      this.#room = bytes
      this.#length = bytes.length
      this.#isShared = true
      return
    }
    this.resize(Math.max(this.#length, position + bytes.length))
    this.#room.set(bytes, position)
  }

  resize(length: number): void {
    if (length > this.#room.length || this.#isShared) {
      const room = new Uint8Array(Math.max(length, this.#room.length * 2))
      room.set(this.bytes.subarray(0, length))
      this.#room = room
      this.#isShared = false
    }
    // A file grows by zeros, whatever stood in that place before.
    if (length < this.#length) this.#room.fill(0, length, this.#length)
    this.#length = length
  }
}

/**
 * A file: its bytes on the platter, its bytes as the system shows them, and the changes between.
 */
export class Inode {
  #shown = new Content()
  readonly #durable = new Content()
  #changes: Change[] = []
  mode = 0o600
  modifiedMs = 0
  /** As `ctime`: no tool can set it. */
  changedMs = 0

  /** The number by which the system tells files apart, whatever their names. */
  readonly number: number

  constructor(number: number) {
    this.number = number
  }

  /** Valid until the next change. */
  get bytes(): Uint8Array {
    return this.#shown.bytes
  }

  /** @param bytes are changed by nobody afterwards */
  write(position: number, bytes: Uint8Array): void {
    this.#change({ kind: 'write', position, bytes })
  }

  truncate(length: number): void {
    this.#change({ kind: 'truncate', length })
  }

  sync(): void {
    for (const change of this.#changes) this.#durable.apply(change)
    this.#changes = []
  }

  /** What a power cut leaves: each unsynced change whole, torn or not at all, in any combination. */
  cut(random: Random): void {
    for (const change of this.#changes) {
      const left = change.kind === 'truncate' ? maybe(change, random) : torn(change, random)
      if (left) this.#durable.apply(left)
    }
    this.#changes = []
    this.#shown = new Content()
    this.#shown.write(0, new Uint8Array(this.#durable.bytes))
  }

  #change(change: Change): void {
    this.#shown.apply(change)
    this.#changes.push(change)
  }
}

function maybe(change: Change, random: Random): Change | undefined {
  return random.chance(0.5) ? change : undefined
}

function torn(
  { kind, position, bytes }: Extract<Change, { kind: 'write' }>,
  random: Random,
): Change | undefined {
  const fate = random.next()
  if (fate < 0.25) return undefined
  if (fate < 0.5) return { kind, position, bytes }
  const kept = random.between(0, bytes.length)
  if (fate < 0.7) return { kind, position, bytes: bytes.subarray(0, kept) }
  // Blocks reach the platter in any order. Here the length is kept and a block in the middle is
  // lost: a hole of zeros, with whole lines behind it.
  const holed = new Uint8Array(bytes)
  holed.fill(0, Math.floor(kept / 2), kept)
  return { kind, position, bytes: holed }
}

/** Names of files and folders, by their absolute path. */
export type Tree = { readonly files: Map<string, Inode>; readonly folders: Set<string> }

type Entry = {
  /** Folders of which each sync makes the change durable. */
  readonly folders: readonly string[]
  apply(tree: Tree): void
}

export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

/** Names of files and folders, and which of them would survive a power cut. */
export function createNames() {
  let shown: Tree = { files: new Map(), folders: new Set(['/']) }
  let durable: Tree = { files: new Map(), folders: new Set(['/']) }
  /** In the order in which they were made. */
  const pending = new Set<Entry>()
  const pendingIn = new Map<string, Set<Entry>>()

  return { tree: () => shown, change, syncFolder, cut, readFolder, replace }

  function change(folders: readonly string[], apply: (tree: Tree) => void): void {
    apply(shown)
    const entry = { folders, apply }
    pending.add(entry)
    for (const folder of folders) {
      const inside = pendingIn.get(folder) ?? new Set()
      pendingIn.set(folder, inside.add(entry))
    }
  }

  function syncFolder(path: string): void {
    for (const entry of pendingIn.get(path) ?? []) {
      entry.apply(durable)
      pending.delete(entry)
      for (const folder of entry.folders) pendingIn.get(folder)?.delete(entry)
    }
  }

  /** Keeps only a beginning of the changes that no sync has made durable. */
  function cut(random: Random): void {
    const kept = random.between(0, pending.size)
    for (const entry of [...pending].slice(0, kept)) entry.apply(durable)
    pending.clear()
    pendingIn.clear()
    shown = { files: new Map(durable.files), folders: new Set(durable.folders) }
    for (const inode of new Set(shown.files.values())) inode.cut(random)
  }

  /** Replaces all names, durably. */
  function replace(tree: Tree): void {
    shown = { files: new Map(tree.files), folders: new Set(tree.folders) }
    durable = tree
    pending.clear()
    pendingIn.clear()
  }

  function readFolder(path: string): { readonly name: string; readonly isFolder: boolean }[] {
    const below = `${path === '/' ? '' : path}/`
    const inside = (each: string) =>
      each.startsWith(below) && !each.slice(below.length).includes('/')
    const files = [...shown.files.keys()].filter(inside)
    const folders = [...shown.folders].filter((each) => each !== '/' && inside(each))
    return [
      ...files.map((each) => ({ name: each.slice(below.length), isFolder: false })),
      ...folders.map((each) => ({ name: each.slice(below.length), isFolder: true })),
    ].sort((one, other) => (one.name < other.name ? -1 : 1))
  }
}
