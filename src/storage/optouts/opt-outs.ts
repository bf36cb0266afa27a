import { join } from 'node:path'
import { z } from 'zod'
import type { OptOutRecord } from '../../domain/optouts/opt-outs.ts'
import { createSerial } from '../../domain/serial.ts'
import type { Change, OwnedStore } from '../../domain/store.ts'
import { OptOutFile } from '../collections/records.ts'
import { type Damages, openDamages } from '../damage/damages.ts'
import { salvageLines } from '../damage/salvage.ts'
import { openAppendLog, type ToLogFile, type TornLine } from '../files/append-log.ts'
import { makeFolder, removeTemporaryFiles } from '../files/durable-write.ts'
import { type FileFormat, unchanged } from '../files/file-format.ts'
import { replaceLines } from '../files/replace-lines.ts'
import { DamagedFileError } from '../files/storage-errors.ts'
import { createOptOutTable, type OptOutTable } from './opt-out-table.ts'

export const format: FileFormat = { name: 'opt-outs', migrations: [unchanged] }

const Line = z.union([
  z.object({
    user: z.string(),
    put: OptOutFile,
  }),
  z.object({ user: z.string(), gone: z.string() }),
])

/** Outdated lines that are left in the log before it is written anew. */
const OUTDATED_LINES_MAX = 1_000

/**
 * The contacts that get no campaigns any more: all in memory, and in one log that grows by a line
 * with each change, so that a change costs the same however many there are. At the start it is
 * written anew once most of its lines are outdated.
 * @throws NewerFormatError
 */
export async function openOptOuts({
  dir,
  damages: given,
  onTornLine = () => undefined,
  toLogFile = (file) => file,
}: {
  /** The data folder. */
  readonly dir: string
  readonly damages?: Damages
  readonly onTornLine?: (torn: TornLine) => void
  readonly toLogFile?: ToLogFile
}): Promise<OwnedStore<OptOutRecord> & { close(): Promise<void> }> {
  const folder = join(dir, 'opt-outs')
  const path = join(folder, 'log.ndjson')
  const damages = given ?? (await openDamages({ dir }))
  await makeFolder(folder)
  await removeTemporaryFiles(folder)
  let { table, log } = await load().catch(async (damage: unknown) => {
    if (!(damage instanceof DamagedFileError)) throw damage
    await salvageLines(path, { detail: damage.message, damages })
    return load()
  })
  if (table.outdatedLines() > Math.max(OUTDATED_LINES_MAX, table.count())) {
    await log.close()
    await writeAnew(path, table)
    ;({ table, log } = await load())
  }

  /** A change shows once it is on the disk: the next one of the same record waits for it. */
  const inTurn = createSerial()

  return {
    find: async (userId, id) => table.find(userId, id),
    list: async (userId) => table.newestFirst(userId),
    size: async (userId) => table.size(userId),
    page: async (userId, query) => table.page(userId, query),
    listAll: async () => table.all(),
    ...{ create, save, update, remove },
    close: () => log.close(),
  }

  async function load() {
    const table = createOptOutTable()
    const log = await openAppendLog({
      path,
      format,
      onLine: (value, offset) => take(table, value, offset),
      onTornLine,
      toLogFile,
    })
    return { table, log }
  }

  function take(table: OptOutTable, value: unknown, offset: number): void {
    const line = Line.safeParse(value).data
    if (!line) throw new DamagedFileError(path, `no opt-out at byte ${offset}`)
    if ('put' in line) table.put(line.user, line.put)
    else table.drop(line.user, line.gone)
  }

  function create(userId: string, record: OptOutRecord): Promise<boolean> {
    return inTurn(keyOf(userId, record.id), async () => {
      if (table.find(userId, record.id)) return false
      await put(userId, record)
      return true
    })
  }

  function save(userId: string, record: OptOutRecord): Promise<void> {
    return inTurn(keyOf(userId, record.id), () => put(userId, record))
  }

  function update(
    userId: string,
    id: string,
    change: Change<OptOutRecord>,
  ): Promise<OptOutRecord | undefined> {
    return inTurn(keyOf(userId, id), async () => {
      const present = table.find(userId, id)
      const next = present && change(present)
      if (next) await put(userId, next)
      return next ?? present
    })
  }

  function remove(
    userId: string,
    id: string,
    isMeant: (present: OptOutRecord) => boolean = () => true,
  ): Promise<OptOutRecord | undefined> {
    return inTurn(keyOf(userId, id), async () => {
      const present = table.find(userId, id)
      if (!present || !isMeant(present)) return undefined
      await log.append({ user: userId, gone: id }, () => table.drop(userId, id))
      return present
    })
  }

  async function put(userId: string, record: OptOutRecord): Promise<void> {
    await log.append({ user: userId, put: record }, () => table.put(userId, record))
  }
}

function keyOf(userId: string, id: string): string {
  return JSON.stringify([userId, id])
}

async function writeAnew(path: string, table: OptOutTable): Promise<void> {
  const all = table.all().toReversed()
  await replaceLines(
    path,
    format,
    all.map(({ userId, record }) => ({ user: userId, put: record })),
  )
}
