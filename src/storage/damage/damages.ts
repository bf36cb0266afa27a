import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { createSerial } from '../../domain/serial.ts'
import { makeFolder, replaceFile, syncFolder, writeAll } from '../files/durable-write.ts'
import { type FileFormat, headerOf, readHeader, unchanged } from '../files/file-format.ts'
import { namesIn } from '../files/names-in.ts'
import { addName } from '../files/second-name.ts'
import { isMissing, systemCode } from '../files/storage-errors.ts'
import { decodeLines, encodeLines } from '../files/whole-lines.ts'

/** A file that could not be read as it was written. */
const Damage = z.object({
  /** Below the data folder. */
  path: z.string(),
  /** Description for the operator, in English. */
  detail: z.string(),
  at: z.iso.datetime(),
  /** Path of the damaged original below the data folder; null where there was none. */
  keptAs: z.string().nullable(),
})
export type Damage = z.infer<typeof Damage>

export type Damages = Awaited<ReturnType<typeof openDamages>>

export const format: FileFormat = { name: 'damages', migrations: [unchanged] }
/** Damages in the list; older ones are dropped from it, their files stay. */
const DAMAGES_KEPT = 1_000
const STRAY_DAYS = 30
const DAY_MS = 24 * 60 * 60_000
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/

/**
 * Keeps damaged and stray files of the data folder. Nothing is thrown away: damaged files stay in
 * `aside/<day>/`, strays in `strays/<day>/` for a month.
 */
export async function openDamages({
  dir,
  now = Date.now,
  onDamage = () => undefined,
}: {
  /** The data folder. */
  readonly dir: string
  /** Epoch milliseconds. */
  readonly now?: () => number
  readonly onDamage?: (damage: Damage) => void
}) {
  const asideFolder = join(dir, 'aside')
  const straysFolder = join(dir, 'strays')
  const reportsPath = join(asideFolder, 'damages.ndjson')
  let listed = await readReports(reportsPath)
  const serially = createSerial()

  return {
    list: () => listed,
    count: () => listed.length,
    report,
    setAside,
    keepCopy,
    stray,
    removeOld,
  }

  /** Reports damage of a file that stays where it is, or is missing. */
  async function report(path: string, detail: string): Promise<void> {
    const known = relative(dir, path)
    // A damaged file that is opened again is reported once only.
    if (listed.some((damage) => damage.path === known && damage.detail === detail)) return
    await note({ path, detail, keptAs: null })
  }

  /** Moves a damaged file aside. */
  async function setAside(path: string, detail: string): Promise<void> {
    const keptAs = await nameIn(asideFolder, path)
    await rm(path, { force: true })
    await syncFolder(dirname(path))
    await note({ path, detail, keptAs })
  }

  /** Keeps a copy of a damaged file; the caller then replaces the file by what it could read. */
  async function keepCopy(path: string, detail: string): Promise<void> {
    await note({ path, detail, keptAs: await nameIn(asideFolder, path) })
  }

  /**
   * Moves a stray file aside.
   * @returns its bytes
   */
  async function stray(path: string): Promise<number> {
    try {
      const { size } = await stat(path)
      await nameIn(straysFolder, path)
      await rm(path, { force: true })
      return size
    } catch (error) {
      // The file was removed in the meantime.
      if (isMissing(error)) return 0
      throw error
    }
  }

  /** Deletes strays after a month. */
  async function removeOld(): Promise<{ readonly removed: number; readonly bytes: number }> {
    const total = { removed: 0, bytes: 0 }
    for (const day of await namesIn(straysFolder)) {
      if (!DAY_PATTERN.test(day) || Date.parse(day) > now() - (STRAY_DAYS + 1) * DAY_MS) continue
      const folder = join(straysFolder, day)
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue
        total.removed += 1
        total.bytes += (await stat(join(entry.parentPath, entry.name))).size
      }
      await rm(folder, { recursive: true, force: true })
    }
    return total
  }

  /** @returns an unused name for the file in the folder */
  function nameIn(folder: string, path: string): Promise<string> {
    // Serialised: two calls at once would each try to create the folders above.
    return serially('names', () => findName(folder, path))
  }

  async function findName(folder: string, path: string): Promise<string> {
    const day = new Date(now()).toISOString().slice(0, 'YYYY-MM-DD'.length)
    const inside = join(folder, day, relative(dir, dirname(path)))
    await makeFolder(inside)
    for (let number = 1; ; number += 1) {
      const name = join(inside, `${basename(path)}${number === 1 ? '' : `.${number}`}`)
      try {
        await addName(path, name)
        await syncFolder(inside)
        return name
      } catch (error) {
        if (systemCode(error) !== 'EEXIST') throw error
      }
    }
  }

  async function note({ path, detail, keptAs }: Omit<Damage, 'at'>): Promise<void> {
    const damage = {
      path: relative(dir, path),
      detail,
      at: new Date(now()).toISOString(),
      keptAs: keptAs && relative(dir, keptAs),
    }
    listed = [...listed, damage].slice(-DAMAGES_KEPT)
    onDamage(damage)
    await serially('reports', writeReports)
  }

  async function writeReports(): Promise<void> {
    const bytes = Buffer.from(encodeLines([headerOf(format), ...listed]))
    try {
      await makeFolder(asideFolder)
      await replaceFile({
        path: reportsPath,
        temporaryPath: `${reportsPath}.tmp`,
        fill: (file) => writeAll(file, bytes, 0),
      })
    } catch (error) {
      // The damage was logged and the file is kept; only the list is incomplete.
      if (systemCode(error) === undefined) throw error
    }
  }
}

/** Damage of this list itself was logged: the readable lines still count. */
async function readReports(path: string): Promise<readonly Damage[]> {
  try {
    const lines = decodeLines(await readFile(path))
    readHeader(lines[0], format, path)
    return lines.flatMap((line) => Damage.safeParse(line).data ?? [])
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
