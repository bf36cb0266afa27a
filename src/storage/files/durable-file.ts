import { readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Adapter } from 'lowdb'
import { replaceFile, syncFolder, writeAll } from './durable-write.ts'
import { addName } from './second-name.ts'
import { isMissing, storageUnavailable, UnsettledNameError } from './storage-errors.ts'

export type DurableFile<Data> = Adapter<Data> & {
  /** What the disk holds; null before the first write. */
  readonly stored: () => Data | null
  /** Resolves when all earlier writes are done or refused; does not wait for later ones. */
  readonly settled: () => Promise<void>
}

type Round<Data> = {
  data: Data
  readonly promise: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Pause before another attempt to put a name back, after the disk refused that as well. */
const PUT_BACK_MS = 5_000

/**
 * A lowdb adapter whose acknowledged writes survive a crash. Writes that arrive during a write
 * share the next one, so data given to it must not be changed afterwards.
 */
export function createDurableFile<Data>({
  path,
  lastPath,
  load,
  encode,
  onFailure,
  syncNames = syncFolder,
}: {
  readonly path: string
  /** Path of the previous version, on the same disk. */
  readonly lastPath: string
  /** What the disk holds; null where there is nothing yet. */
  readonly load: () => Promise<Data | null>
  readonly encode: (data: Data) => string
  /** Called before the writes of a failed round reject, with what the disk still holds. */
  readonly onFailure?: (stored: Data | null) => void
  /** Makes the names of a folder survive a power cut. */
  readonly syncNames?: (folder: string) => Promise<void>
}): DurableFile<Data> {
  let stored: Data | null = null
  let waiting: Round<Data> | undefined
  let writing: Round<Data> | undefined
  let isWriting = false
  let puttingBack: NodeJS.Timeout | undefined

  return { read, write, stored: () => stored, settled }

  async function read(): Promise<Data | null> {
    stored = await load()
    return stored
  }

  /** @throws AppError `storage_unavailable`; writes that waited for the next round fail with it */
  function write(data: Data): Promise<void> {
    waiting ??= startRound(data)
    waiting.data = data
    const { promise } = waiting
    if (!isWriting) void writeRounds()
    return promise
  }

  async function settled(): Promise<void> {
    await (waiting ?? writing)?.promise.catch(() => undefined)
  }

  async function writeRounds(): Promise<void> {
    isWriting = true
    while (waiting) {
      const round = waiting
      waiting = undefined
      writing = round
      try {
        await store(round.data)
        stored = round.data
        round.resolve()
      } catch (error) {
        const isPutBack = error instanceof UnsettledNameError && (await putBack())
        const cause = isPutBack ? error.cause : error
        fail(round, storageUnavailable(`cannot write ${path}`, cause))
      }
    }
    writing = undefined
    isWriting = false
  }

  /** Fails the waiting writes too: their changes build on the failed one. */
  function fail(round: Round<Data>, error: unknown): void {
    const later = waiting
    waiting = undefined
    onFailure?.(stored)
    round.reject(error)
    later?.reject(error)
  }

  async function store(data: Data): Promise<void> {
    if (stored !== null) await keepLast()
    await replace(data)
  }

  async function replace(data: Data): Promise<void> {
    const bytes = Buffer.from(encode(data))
    await replaceFile({
      path,
      temporaryPath: `${path}.${process.pid}.tmp`,
      fill: (file) => writeAll(file, bytes, 0),
      syncNames,
    })
    clearTimeout(puttingBack)
  }

  /**
   * Puts the earlier content back under the name after a write that failed at its end: otherwise a
   * power cut could bring up a change that was undone, and that other files do not know of.
   * @returns false where the disk refuses this too; it is tried again later
   */
  async function putBack(): Promise<boolean> {
    try {
      if (stored === null) await removeName()
      else await replace(stored)
      return true
    } catch {
      putBackSoon()
      return false
    }
  }

  function putBackSoon(): void {
    clearTimeout(puttingBack)
    puttingBack = setTimeout(putBackLater, PUT_BACK_MS).unref()
  }

  async function removeName(): Promise<void> {
    await rm(path, { force: true })
    await syncNames(dirname(path))
  }

  function putBackLater(): void {
    // A write that is under way settles the name, if it succeeds.
    if (isWriting) {
      putBackSoon()
      return
    }
    isWriting = true
    void putBack().then(writeRounds)
  }

  /** Keeps the old file under its second name before the new file takes the first. */
  async function keepLast(): Promise<void> {
    await rm(lastPath, { force: true })
    try {
      await addName(path, lastPath)
    } catch (error) {
      // The file was deleted from outside: only the data in memory are left.
      if (!isMissing(error)) throw error
    }
  }
}

function startRound<Data>(data: Data): Round<Data> {
  let resolve: () => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<void>((onDone, onError) => {
    resolve = onDone
    reject = onError
  })
  return { data, promise, resolve, reject }
}

/** Reads a whole file; `undefined` where there is none. */
export async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
