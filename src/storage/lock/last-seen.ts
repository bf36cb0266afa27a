import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { FILE_MODE } from '../files/durable-write.ts'
import { type FileFormat, headerOf, readHeader, unchanged } from '../files/file-format.ts'
import { isMissing, NewerFormatError, systemCode } from '../files/storage-errors.ts'
import { decodeLines, encodeLines } from '../files/whole-lines.ts'

/**
 * When a daemon was last seen in the data folder. A folder that was put back from a backup has
 * forgotten numbers that were handed out since. Message ids consist of campaign and recipient, so
 * they would come a second time, and an event of one message would count for another.
 *
 * A crash alone forgets nothing, as every number is on the disk before it is used. What tells a
 * folder that was put back is this file: no tool can give a copy both the inode that is noted in it
 * and the time of its last change. A snapshot of a whole disk keeps these, but was made while the
 * daemon ran, and shows an old sign of life without a closing.
 */

const Seen = z.object({
  at: z.iso.datetime(),
  /**
   * The same moment by the file system's clock, which may differ on a network disk or in a virtual
   * machine. Absent from files of earlier versions.
   */
  diskAt: z.iso.datetime().optional(),
  inode: z.string(),
  isClosed: z.boolean(),
  /**
   * The newest version of each kind of file that the daemon may have written. Absent from files of
   * earlier versions.
   */
  formats: z.record(z.string(), z.int()).optional(),
})

/** Versions of kinds of files, by their names. */
export type FormatVersions = Readonly<Record<string, number>>

/** Version 3 names the formats: a program that does not know of them must not begin. */
export const format: FileFormat = { name: 'last-seen', migrations: [unchanged, unchanged] }
const SIGN_INTERVAL_MS = 60_000
/** Long enough to restart a daemon that has crashed. */
const SILENCE_MS = 10 * SIGN_INTERVAL_MS
/** Longest time between the noted time and its write. */
const WRITE_MS = 10_000

export type LastSeen = {
  /** Whether the folder may be older than the one in which a daemon was last seen. */
  readonly mayBeOlder: boolean
  /**
   * Whether the folder may have been put back from a copy: its `.seen` is not the file that the
   * daemon wrote last.
   */
  readonly isCopy: boolean
  /** The last sign of life of the daemon before this one, in epoch milliseconds; null: none. */
  readonly seenAtMs: number | null
  /** Begins to note that a daemon uses the folder. */
  begin(): Promise<void>
  /** Notes that the daemon has left, with everything on the disk. */
  end(): Promise<void>
  /** Notes nothing more. */
  stop(): void
}

/**
 * @param formats what this program writes and reads
 * @throws NewerFormatError where a later program has used the folder: files that this one can read
 * may have parts that it would drop
 */
export async function openLastSeen(
  dir: string,
  { now = Date.now, formats }: { readonly now?: () => number; readonly formats: FormatVersions },
): Promise<LastSeen> {
  const path = join(dir, '.seen')
  await checkLastSeen(path, formats)
  const state = await stateOf(path, now())
  const seenAtMs = await lastSign(path)
  let timer: NodeJS.Timeout | undefined

  return { mayBeOlder: state !== 'as left', isCopy: state === 'copy', seenAtMs, begin, end, stop }

  async function begin(): Promise<void> {
    await sign(false)
    // A failed sign is ignored: at worst numbers are skipped.
    timer = setInterval(() => void sign(false).catch(ignoreRefusal), SIGN_INTERVAL_MS)
    timer.unref()
  }

  async function end(): Promise<void> {
    stop()
    await sign(true).catch(ignoreRefusal)
  }

  function stop(): void {
    clearInterval(timer)
  }

  async function sign(isClosed: boolean): Promise<void> {
    const file = await open(path, 'w', FILE_MODE)
    try {
      await file.writeFile(encodeLines([headerOf(format)]))
      const { ino, ctimeMs } = await file.stat({ bigint: true })
      const at = new Date(now()).toISOString()
      const diskAt = new Date(Number(ctimeMs)).toISOString()
      const seen = { at, diskAt, inode: String(ino), isClosed, formats }
      await file.writeFile(encodeLines([seen]))
      if (isClosed) await file.sync()
    } finally {
      await file.close()
    }
  }
}

/** @throws NewerFormatError */
export async function checkLastSeen(path: string, formats: FormatVersions): Promise<void> {
  try {
    const [header, line] = decodeLines(await readFile(path))
    readHeader(header, format, path)
    for (const [name, version] of Object.entries(Seen.safeParse(line).data?.formats ?? {})) {
      const known = formats[name] ?? 0
      if (version > known) throw new NewerFormatError(path, version, known)
    }
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

async function lastSign(path: string): Promise<number | null> {
  try {
    const seen = Seen.safeParse(decodeLines(await readFile(path))[1]).data
    return seen ? Date.parse(seen.at) : null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function stateOf(path: string, nowMs: number): Promise<'as left' | 'unsure' | 'copy'> {
  try {
    const { ino, ctimeMs } = await stat(path, { bigint: true })
    const seen = Seen.safeParse(decodeLines(await readFile(path))[1]).data
    // An unreadable file counts as a copy, too: it may be one that a power cut tore.
    if (seen?.inode !== String(ino)) return 'copy'
    const diskAtMs = Date.parse(seen.diskAt ?? seen.at)
    if (Math.abs(Number(ctimeMs) - diskAtMs) > WRITE_MS) return 'copy'
    const isRecent = Math.abs(nowMs - Date.parse(seen.at)) < SILENCE_MS
    return seen.isClosed || isRecent ? 'as left' : 'unsure'
  } catch (error) {
    if (isMissing(error)) return 'copy'
    throw error
  }
}

function ignoreRefusal(error: unknown): void {
  if (systemCode(error) === undefined) throw error
}
