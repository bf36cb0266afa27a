import { readFile, rm } from 'node:fs/promises'
import type { Adapter } from 'lowdb'
import { replaceFile, writeAll } from './durable-write.ts'
import { addName } from './second-name.ts'
import { isMissing, storageUnavailable } from './storage-errors.ts'

export type DurableFile<Data> = Adapter<Data> & {
  /** What the disk holds; null before the first write. */
  readonly stored: () => Data | null
}

type Round<Data> = {
  data: Data
  readonly promise: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * A lowdb adapter that keeps what it has acknowledged. Writes that arrive while one is under way
 * share the next one, so data given to it must not be changed afterwards.
 */
export function createDurableFile<Data>({
  path,
  lastPath,
  load,
  encode,
  onFailure,
}: {
  readonly path: string
  /** The name of the version before the one under `path`, on the same disk. */
  readonly lastPath: string
  /** What the disk holds; null where there is nothing yet. */
  readonly load: () => Promise<Data | null>
  readonly encode: (data: Data) => string
  /** Called before the callers hear of a failed write, with what the disk still holds. */
  readonly onFailure?: (stored: Data | null) => void
}): DurableFile<Data> {
  let stored: Data | null = null
  let waiting: Round<Data> | undefined
  let isWriting = false

  return { read, write, stored: () => stored }

  async function read(): Promise<Data | null> {
    stored = await load()
    return stored
  }

  /** @throws AppError `storage_unavailable`; whatever waited for a later write fails with it. */
  function write(data: Data): Promise<void> {
    waiting ??= startRound(data)
    waiting.data = data
    const { promise } = waiting
    if (!isWriting) void writeRounds()
    return promise
  }

  async function writeRounds(): Promise<void> {
    isWriting = true
    while (waiting) {
      const round = waiting
      waiting = undefined
      try {
        await store(round.data)
        stored = round.data
        round.resolve()
      } catch (error) {
        fail(round, storageUnavailable(`cannot write ${path}`, error))
      }
    }
    isWriting = false
  }

  /** Later changes were made on top of the failed one, so they fail with it. */
  function fail(round: Round<Data>, error: unknown): void {
    const later = waiting
    waiting = undefined
    onFailure?.(stored)
    round.reject(error)
    later?.reject(error)
  }

  async function store(data: Data): Promise<void> {
    const bytes = Buffer.from(encode(data))
    if (stored !== null) await keepLast()
    await replaceFile({
      path,
      temporaryPath: `${path}.${process.pid}.tmp`,
      fill: (file) => writeAll(file, bytes, 0),
    })
  }

  /** A name more for the old file: it stays when the new one takes the first name. */
  async function keepLast(): Promise<void> {
    await rm(lastPath, { force: true })
    try {
      await addName(path, lastPath)
    } catch (error) {
      // Somebody took the file away: what is in memory is all there is.
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

/** A whole file, where there is one. */
export async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
