import { createNames, Inode, parentOf, type Tree } from './files.ts'
import type { Random } from './random.ts'
import type { Owner, Timeline } from './timeline.ts'

/** What goes wrong with the disk just now. */
export type DiskFaults = {
  /** Share of writes that find no room. */
  full: number
  /** Share of writes, and of syncs, that fail with EIO. */
  brokenWrites: number
  brokenSyncs: number
  /** Milliseconds an operation takes at most. */
  slowMs: number
  /** Milliseconds more that a sync takes at most. */
  syncMs: number
}

const soundDisk: DiskFaults = { full: 0, brokenWrites: 0, brokenSyncs: 0, slowMs: 1, syncMs: 0 }

export type Disk = ReturnType<typeof createDisk>

export type Backup = {
  readonly files: readonly {
    readonly path: string
    readonly mode: number
    readonly bytes: Uint8Array
  }[]
  readonly folders: readonly string[]
}

type Running = { readonly apply: () => void }

const LINE_FEED = 10

/** Share of reads from the system's memory that take time all the same. */
const SLOW_LOOKS = 0.1

/** A disk that forgets what was not synced. An operation takes time, and happens at its end. */
export function createDisk({
  timeline,
  random,
}: {
  readonly timeline: Timeline
  readonly random: Random
}) {
  const names = createNames()
  const running = new Set<Running>()
  const awaiting = new Set<() => void>()
  let faults: DiskFaults = { ...soundDisk }
  let process: Owner = { name: 'nobody' }
  let isAlive = false
  let bootCount = 0
  let processCount = 0
  let inodeCount = 0

  return {
    names,
    operate,
    sync,
    look,
    start,
    kill,
    cutPower,
    copy,
    putBack,
    flipByte,
    wrote,
    nextBatch,
    setFaults: (some: Partial<DiskFaults>) => {
      faults = { ...soundDisk, ...some }
    },
    faultsNow: () => faults,
    randomNow: () => random,
    now: () => timeline.now(),
    bootId: () => `boot-${bootCount}`,
    processTicks: () => processCount,
    file,
    makeFile,
    move,
    link,
    remove,
  }

  /** A sync, which may take much longer than an operation in the system's memory. */
  function sync(work: () => void): Promise<void> {
    return operate(work, faults.slowMs + faults.syncMs)
  }

  /** One operation of the process that runs: it has happened when the answer resolves. */
  function operate<Result>(work: () => Result, limitMs = faults.slowMs): Promise<Result> {
    return new Promise((resolve, reject) => {
      // A dead process may still ask for operations, which never happen.
      if (!isAlive) return
      const one: Running = { apply: () => attempt(work, resolve, reject) }
      running.add(one)
      timeline.after(
        random.next() * limitMs,
        () => {
          running.delete(one)
          one.apply()
        },
        process,
      )
    })
  }

  /** An operation that changes nothing on the disk: most often it is done at once. */
  function look<Result>(work: () => Result): Promise<Result> {
    if (!isAlive || random.chance(SLOW_LOOKS)) return operate(work)
    return new Promise((resolve, reject) => attempt(work, resolve, reject))
  }

  function attempt<Result>(
    work: () => Result,
    resolve: (result: Result) => void,
    reject: (error: unknown) => void,
  ): void {
    try {
      resolve(work())
    } catch (error) {
      reject(error)
    }
  }

  function start(owner: Owner): void {
    process = owner
    isAlive = true
    processCount += 1
  }

  /** kill -9: written bytes stay, and half of the running operations happen. */
  function kill(): void {
    isAlive = false
    for (const one of running) if (random.chance(0.5)) one.apply()
    running.clear()
    timeline.drop(process)
  }

  function cutPower(): void {
    kill()
    bootCount += 1
    names.cut(random)
  }

  /**
   * Called at each write. Several lines added at once lie in any order on the platter until they
   * are synced.
   */
  function wrote(at: number, bytes: Uint8Array): void {
    if (at === 0 || awaiting.size === 0 || bytes.indexOf(LINE_FEED) === bytes.length - 1) return
    for (const told of awaiting) told()
    awaiting.clear()
  }

  /** Resolves when several lines have just been added to a file, and no sync has followed. */
  function nextBatch(): Promise<void> {
    return new Promise((resolve) => awaiting.add(resolve))
  }

  function file(path: string): Inode | undefined {
    return names.tree().files.get(path)
  }

  function makeFile(path: string, mode: number): Inode {
    const inode = newInode(mode)
    names.change([parentOf(path)], ({ files }) => files.set(path, inode))
    return inode
  }

  function newInode(mode: number): Inode {
    inodeCount += 1
    const inode = new Inode(inodeCount)
    inode.mode = mode
    inode.modifiedMs = timeline.now()
    inode.changedMs = timeline.now()
    return inode
  }

  /** Copies what a backup program reads while no process runs. */
  function copy(): Backup {
    const { files, folders } = names.tree()
    return {
      files: [...files].map(([path, { bytes, mode }]) => ({ path, mode, bytes: bytes.slice() })),
      folders: [...folders],
    }
  }

  /** Replaces what lies below a folder by the copied files: new inodes with the same bytes. */
  function putBack({ files, folders }: Backup, below: string): void {
    const isOther = (path: string) => !path.startsWith(`${below}/`)
    const { files: now, folders: foldersNow } = names.tree()
    const kept = [...now].filter(([path]) => isOther(path))
    const back = files
      .filter(({ path }) => !isOther(path))
      .map(({ path, mode, bytes }) => {
        const inode = newInode(mode)
        inode.write(0, bytes)
        inode.sync()
        return [path, inode] as const
      })
    names.replace({
      files: new Map([...kept, ...back]),
      folders: new Set([...foldersNow, ...folders]),
    })
  }

  /** A byte on the platter changes long after it was written. */
  function flipByte(path: string, offset: number): void {
    const inode = file(path)
    const byte = inode?.bytes[offset]
    if (!inode || byte === undefined) return
    inode.write(offset, Uint8Array.of(byte ^ 1))
    inode.sync()
  }

  function move(from: string, to: string): void {
    names.change([parentOf(from), parentOf(to)], (tree) => moveIn(tree, from, to))
  }

  /** A second name of the same file. */
  function link(from: string, to: string): void {
    names.change([parentOf(to)], ({ files }) => {
      const inode = files.get(from)
      if (inode) files.set(to, inode)
    })
  }

  function remove(path: string): void {
    names.change([parentOf(path)], ({ files, folders }) => {
      files.delete(path)
      folders.delete(path)
    })
  }
}

function moveIn({ files, folders }: Tree, from: string, to: string): void {
  const inode = files.get(from)
  if (inode) {
    files.delete(from)
    files.set(to, inode)
    return
  }
  const below = `${from}/`
  for (const [path, one] of [...files]) {
    if (!path.startsWith(below)) continue
    files.delete(path)
    files.set(`${to}/${path.slice(below.length)}`, one)
  }
  for (const path of [...folders]) {
    if (path !== from && !path.startsWith(below)) continue
    folders.delete(path)
    folders.add(`${to}${path.slice(from.length)}`)
  }
}
