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
}

const soundDisk: DiskFaults = { full: 0, brokenWrites: 0, brokenSyncs: 0, slowMs: 1 }

export type Disk = ReturnType<typeof createDisk>

type Running = { readonly apply: () => void }

/** A disk that forgets what was not synced. Operations take their time, and happen at once at its end. */
export function createDisk({
  timeline,
  random,
}: {
  readonly timeline: Timeline
  readonly random: Random
}) {
  const names = createNames()
  const running = new Set<Running>()
  let faults: DiskFaults = { ...soundDisk }
  let process: Owner = { name: 'nobody' }
  let bootCount = 0
  let processCount = 0

  return {
    names,
    operate,
    start,
    kill,
    cutPower,
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

  /** One operation of the process that runs: it has happened when the answer resolves. */
  function operate<Result>(work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const one: Running = { apply: () => attempt(work, resolve, reject) }
      running.add(one)
      timeline.after(
        random.next() * faults.slowMs,
        () => {
          running.delete(one)
          one.apply()
        },
        process,
      )
    })
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
    processCount += 1
  }

  /** kill -9: what was written stays; of what was under way, some happened. */
  function kill(): void {
    for (const one of running) if (random.chance(0.5)) one.apply()
    running.clear()
    timeline.drop(process)
  }

  function cutPower(): void {
    kill()
    bootCount += 1
    names.cut(random)
  }

  function file(path: string): Inode | undefined {
    return names.tree().files.get(path)
  }

  function makeFile(path: string, mode: number): Inode {
    const inode = new Inode()
    inode.mode = mode
    inode.modifiedMs = timeline.now()
    names.change([parentOf(path)], ({ files }) => files.set(path, inode))
    return inode
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
