import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { WritableFile } from './durable-write.ts'
import { openOrCreate, syncFolder, writeAll } from './durable-write.ts'
import { type FileFormat, headerOf, isHeader } from './file-format.ts'
import { encodeLine, markSynced, readLines } from './lines.ts'
import { storageUnavailable } from './storage-errors.ts'

/** The operations a log uses on its open file. */
export type LogFile = WritableFile & Pick<FileHandle, 'datasync' | 'truncate' | 'close'>

/** Wraps a log's file, to count its writes and to watch its syncs. */
export type ToLogFile = (file: FileHandle, path: string) => LogFile

export type LinePlace = { readonly offset: number; readonly length: number }

export type TornLine = { readonly path: string; readonly bytesLost: number }

export type AppendLog = {
  /** Bytes of the lines that are on the disk. */
  size(): number
  /**
   * Resolves when the line is on the disk. `onCommitted` is called just before, in the order of
   * the calls to `append`.
   * @throws AppError `storage_unavailable`: the line is not in the log.
   */
  append(value: unknown, onCommitted?: (place: LinePlace) => void): Promise<void>
  /** Resolves when no line waits to be written, whether or not writing succeeded. */
  idle(): Promise<void>
  /** Writes what waits, then closes the file; later lines are refused. */
  close(): Promise<void>
}

type Waiter = {
  readonly bytes: Buffer
  readonly onCommitted: ((place: LinePlace) => void) | undefined
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** One commit takes no more than this, so that a flood of lines does not block the event loop. */
const COMMIT_LIMIT_BYTES = 512 * 1024

/** Pause between two attempts to go on after the disk did not keep a line. */
const RETRY_MS = 5_000

/**
 * Opens a log of lines, or creates it. A last line that a crash cut off was never acknowledged: it
 * is removed and reported. An empty log gets its header together with its first line.
 * @throws DamagedFileError where a line in the middle is broken; NewerFormatError, and then the
 * file is left unchanged
 */
export async function openAppendLog({
  path,
  format,
  about = {},
  onLine = () => undefined,
  onTornLine = () => undefined,
  toLogFile = (file) => file,
  retryMs = RETRY_MS,
}: {
  readonly path: string
  readonly format?: FileFormat
  /** Further fields of the header. */
  readonly about?: Readonly<Record<string, string>>
  /** Called with every line but the header. */
  readonly onLine?: (value: unknown, offset: number) => void
  readonly onTornLine?: (torn: TornLine) => void
  readonly toLogFile?: ToLogFile
  readonly retryMs?: number
}): Promise<AppendLog> {
  const { file, isNew } = await openOrCreate(path)
  try {
    if (isNew) await syncFolder(dirname(path))
    let end = 0
    for await (const chunk of readLines({ file, path })) {
      chunk.values.forEach((value, place) => {
        const offset = chunk.offsets[place] ?? 0
        if (!format || !isHeader({ value, offset }, format, path)) onLine(value, offset)
      })
      end = chunk.end
    }
    await cutTornLine({ file, path, end, onTornLine })
    const reopen = async (size: number) => toLogFile(await openAgain(path, size), path)
    const header = Buffer.from(format ? encodeLine({ ...headerOf(format), ...about }) : '')
    return startLog({ file: toLogFile(file, path), path, header, end, reopen, retryMs })
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Opens the file again. @throws where it is shorter than what was synced before */
async function openAgain(path: string, keptBytes: number): Promise<FileHandle> {
  const file = await open(path, 'r+')
  const { size } = await file.stat()
  if (size >= keptBytes) return file
  await file.close()
  throw new Error(`${path} has lost lines that were on the disk`)
}

async function cutTornLine({
  file,
  path,
  end,
  onTornLine,
}: {
  readonly file: FileHandle
  readonly path: string
  readonly end: number
  readonly onTornLine: (torn: TornLine) => void
}): Promise<void> {
  const { size } = await file.stat()
  if (size === end) return
  await file.truncate(end)
  await file.datasync()
  onTornLine({ path, bytesLost: size - end })
}

function startLog({
  file: opened,
  path,
  header,
  end,
  reopen,
  retryMs,
}: {
  readonly file: LogFile
  readonly path: string
  /** The line that an empty log begins with; no bytes where there is none. */
  readonly header: Buffer
  readonly end: number
  readonly reopen: (keptBytes: number) => Promise<LogFile>
  readonly retryMs: number
}): AppendLog {
  let file = opened
  let size = end
  let queue: Waiter[] = []
  let committing: Promise<void> | undefined
  /** The reason why lines are refused, once there is one. */
  let refusal: unknown
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  let recovering: Promise<void> | undefined
  /** Whether everything in the file is synced; what an earlier process left may not be. */
  let isSynced = end === 0

  return { size: () => size, append, idle, close }

  function append(value: unknown, onCommitted?: (place: LinePlace) => void): Promise<void> {
    if (refusal !== undefined) return Promise.reject(storageUnavailable(path, refusal))
    const bytes = Buffer.from(encodeLine(value))
    return new Promise((resolve, reject) => {
      queue.push({ bytes, onCommitted, resolve, reject })
      committing ??= commitAll()
    })
  }

  async function idle(): Promise<void> {
    while (committing !== undefined) await committing
  }

  async function close(): Promise<void> {
    refusal ??= new Error('the log is closed')
    isClosed = true
    await idle()
    clearTimeout(retry)
    await recovering
    await file.close()
  }

  async function commitAll(): Promise<void> {
    // Collects all lines of the same tick into one commit.
    await Promise.resolve()
    while (queue.length > 0) await commit(takeGroup())
    committing = undefined
  }

  function takeGroup(): readonly Waiter[] {
    let bytes = 0
    let count = 0
    for (const waiter of queue) {
      if (count > 0 && bytes + waiter.bytes.length > COMMIT_LIMIT_BYTES) break
      bytes += waiter.bytes.length
      count += 1
    }
    const group = queue.slice(0, count)
    queue = queue.slice(count)
    return group
  }

  async function commit(group: readonly Waiter[]): Promise<void> {
    try {
      if (size === 0 && header.length > 0) {
        // Synced by itself: its mark stays whole whatever a power cut leaves of the lines.
        await keep([header])
        size = header.length
      }
      await keep(group.map((waiter) => waiter.bytes))
    } catch (error) {
      rejectAll(group, error)
      return
    }
    for (const waiter of group) settle(waiter)
  }

  /** Resolves when these lines, and all before them, are on the disk. */
  async function keep(lines: readonly Buffer[]): Promise<void> {
    if (!isSynced) await sync()
    // The mark is true: all before this line is synced.
    if (lines[0]) markSynced(lines[0])
    try {
      await writeAll(file, Buffer.concat(lines), size)
    } catch (error) {
      await takeBack()
      throw error
    }
    await sync()
  }

  async function sync(): Promise<void> {
    try {
      await file.datasync()
      isSynced = true
    } catch (error) {
      // The kernel may have dropped the pages and would report the next sync as good, so nothing
      // that is written to this file can be trusted before it was opened anew.
      refusal ??= error
      await takeBack()
      recoverLater()
      throw error
    }
  }

  function settle({ bytes, onCommitted, resolve, reject }: Waiter): void {
    const offset = size
    size += bytes.length
    try {
      onCommitted?.({ offset, length: bytes.length })
      resolve()
    } catch (error) {
      reject(error)
    }
  }

  /** Cuts off what a failed write left; the next sync makes the cut durable. */
  async function takeBack(): Promise<void> {
    isSynced = false
    try {
      await file.truncate(size)
    } catch (error) {
      refusal ??= error
      recoverLater()
    }
  }

  function recoverLater(): void {
    if (isClosed) return
    clearTimeout(retry)
    retry = setTimeout(() => {
      recovering = recover()
    }, retryMs)
    retry.unref()
  }

  /**
   * Reopens the file behind the last synced line. The bytes of the failed sync are cut off, so that
   * the next sync covers no page that the kernel may have dropped.
   */
  async function recover(): Promise<void> {
    try {
      const fresh = await reopen(size)
      try {
        await fresh.truncate(size)
        await fresh.datasync()
      } catch (error) {
        await fresh.close()
        throw error
      }
      const failed = file
      file = fresh
      isSynced = true
      if (!isClosed) refusal = undefined
      // Errors are ignored: nothing that counts is in this handle any more.
      await failed.close().catch(() => undefined)
    } catch {
      // The first failure was reported, and is the one that refuses lines.
      recoverLater()
    }
  }

  /** Later lines may build on the failed ones, so they are refused as well. */
  function rejectAll(group: readonly Waiter[], cause: unknown): void {
    const refused = [...group, ...queue]
    queue = []
    const error = storageUnavailable(`cannot write ${path}`, cause)
    for (const { reject } of refused) reject(error)
  }
}
