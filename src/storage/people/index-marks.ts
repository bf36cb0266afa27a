import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { IndexedCampaign } from '../../domain/people/person-index-store.ts'
import type { Damages } from '../damage/damages.ts'
import {
  type AppendLog,
  openAppendLog,
  type ToLogFile,
  type TornLine,
} from '../files/append-log.ts'
import type { FileFormat } from '../files/file-format.ts'
import { replaceLines } from '../files/replace-lines.ts'
import { DamagedFileError } from '../files/storage-errors.ts'

/** How much of a campaign a user's files hold. */
export type Mark = IndexedCampaign & {
  /** The files that name its people: a bit for each, in hexadecimal digits. */
  readonly buckets: string
}

export const format: FileFormat = { name: 'people-marks', migrations: [] }

const Line = z.union([
  z.object({
    campaign: z.int(),
    userId: z.string(),
    buckets: z.string(),
    attemptsRead: z.int(),
    isComplete: z.boolean(),
    lastPlace: z.int(),
  }),
  z.object({ gone: z.array(z.int()) }),
])

/** Outdated lines that are left in the log before it is written anew. */
const OUTDATED_LINES_MAX = 1_000

/**
 * Which campaigns are indexed, in memory and in one log. A campaign is marked once its recipients
 * are on the disk; what a crash left of a campaign without a mark is written again.
 * @throws NewerFormatError
 */
export async function openIndexMarks({
  folder,
  damages,
  onTornLine,
  toLogFile,
}: {
  readonly folder: string
  readonly damages: Pick<Damages, 'setAside'>
  readonly onTornLine: (torn: TornLine) => void
  readonly toLogFile: ToLogFile
}) {
  const path = join(folder, 'campaigns.ndjson')
  const marks = new Map<number, Mark>()
  let lineCount = 0
  let log: AppendLog
  try {
    log = await open()
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error
    await damages.setAside(path, error.message)
    await emptyFolder(folder)
    marks.clear()
    lineCount = 0
    log = await open()
  }
  if (lineCount - marks.size > Math.max(OUTDATED_LINES_MAX, marks.size)) {
    await log.close()
    const lines = [...marks].map(([campaign, mark]) => ({ campaign, ...mark }))
    await replaceLines(path, format, lines)
    marks.clear()
    log = await open()
  }

  return { all: () => marks, put, drop, close: () => log.close() }

  function open(): Promise<AppendLog> {
    return openAppendLog({ path, format, onLine: take, onTornLine, toLogFile })
  }

  function take(value: unknown, offset: number): void {
    const line = Line.safeParse(value).data
    if (!line) throw new DamagedFileError(path, `no campaign at byte ${offset}`)
    lineCount += 1
    if ('gone' in line) for (const number of line.gone) marks.delete(number)
    else {
      const { campaign, ...mark } = line
      marks.set(campaign, mark)
    }
  }

  async function put(campaign: number, mark: Mark): Promise<void> {
    await log.append({ campaign, ...mark }, () => marks.set(campaign, mark))
  }

  async function drop(campaigns: readonly number[]): Promise<void> {
    if (campaigns.length === 0) return
    await log.append({ gone: campaigns }, () => {
      for (const number of campaigns) marks.delete(number)
    })
  }
}

/** Deletes the files: without marks they would be filled a second time. */
async function emptyFolder(folder: string): Promise<void> {
  const names = await readdir(folder)
  await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true })))
}
