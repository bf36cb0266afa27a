import { readFile } from 'node:fs/promises'
import type { Adapter } from 'lowdb'
import { replaceFile, writeAll } from './durable-write.ts'
import { DamagedFileError, isMissing, storageUnavailable } from './storage-errors.ts'

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
  parse,
  onFailure,
}: {
  readonly path: string
  /** Turns parsed JSON into data; throws where it is none. */
  readonly parse: (json: unknown) => Data
  /** Called before the callers hear of a failed write, with what the disk still holds. */
  readonly onFailure?: (stored: Data | null) => void
}): DurableFile<Data> {
  let stored: Data | null = null
  let waiting: Round<Data> | undefined
  let isWriting = false

  return { read, write, stored: () => stored }

  /** @throws DamagedFileError where a file is there but not whole: defaults never replace it. */
  async function read(): Promise<Data | null> {
    const text = await readText(path)
    if (text === undefined) return null
    if (text.trim() === '') throw new DamagedFileError(path, 'the file is empty')
    try {
      stored = parse(JSON.parse(text))
    } catch (error) {
      if (error instanceof DamagedFileError) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new DamagedFileError(path, reason, { cause: error })
    }
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
    const bytes = Buffer.from(JSON.stringify(data))
    await replaceFile({
      path,
      temporaryPath: `${path}.${process.pid}.tmp`,
      fill: (file) => writeAll(file, bytes, 0),
    })
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
