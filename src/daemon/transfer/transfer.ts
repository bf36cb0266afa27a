import type { Config } from '../../config.ts'
import {
  isSame,
  type KindSum,
  type Move,
  type MovedKind,
  moveAll,
  survey,
} from '../../domain/transfer/transfer.ts'
import { fillFolder, isNothing } from '../../storage/backup/fill-folder.ts'
import { readRestored } from '../../storage/backup/restored-mark.ts'
import { makeFolder } from '../../storage/files/durable-write.ts'
import { namesIn } from '../../storage/files/names-in.ts'
import { knownFormats } from '../../storage/inspection/known-formats.ts'
import { openDataDir } from '../../storage/lock/data-dir.ts'
import { openLastSeen } from '../../storage/lock/last-seen.ts'
import { copyForReading } from '../../storage/transfer/reading-copy.ts'
import {
  type Database,
  type DatabaseOptions,
  openDatabase,
} from '../../storage-postgres/database.ts'
import { openLeases } from '../../storage-postgres/leases.ts'
import {
  beginTransfer,
  finishTransfer,
  inspectDatabase,
  isFree,
  lastLeaseNumber,
} from '../../storage-postgres/transfer/target.ts'
import { databasePortables } from './database-portables.ts'
import { openFolderPortables } from './folder-portables.ts'
import { movesBetween, type Portables } from './portables.ts'
import { TransferError } from './transfer-error.ts'

type Damage = { readonly path: string; readonly detail: string }

export type TransferStage = 'reading' | 'moving' | 'checking'

export type TransferOptions = {
  readonly url: string
  /** Reads everything, and moves nothing. */
  readonly isDryRun: boolean
  /** How many items were read at this stage; their total is known once all were read. */
  readonly onProgress: (stage: TransferStage, count: number, total: number) => void
  readonly signal: AbortSignal
}

export type Transferred = {
  readonly kinds: readonly (KindSum | MovedKind)[]
  /** Damage in the source, which was left behind or repaired. */
  readonly damages: readonly Damage[]
  /** Places of what was put aside long ago and stays there: folders, files or rows. */
  readonly left: readonly string[]
}

/** Callbacks of a target, which begins empty and so has nothing to report. */
const silent = { onDamage: () => undefined, onLeft: () => undefined }

/** A query may have to sort a million rows, and a connection waits while others write. */
const QUERY_TIMEOUT_MS = 10 * 60_000

/**
 * Moves a data folder into a database. The folder is read only; the database counts once all of it was
 * read again there.
 * @throws TransferError; DataDirError while a daemon has the folder; AppError `storage_unavailable`
 */
export async function transferToDatabase(
  { dataDir }: Pick<Config, 'dataDir'>,
  options: TransferOptions,
): Promise<Transferred> {
  return withFolder(dataDir, options, async (source, nowMs) => {
    const readAll = async () => read(await movesBetween(source, source), options)
    if (options.isDryRun) return readAll()
    return withDatabase(
      { url: options.url, mayBeUnfinished: true, mayLoseLast: true },
      async (db) => {
        // Checked first: reading a large folder takes long, and would be in vain.
        if (!(await isFree(db))) throw new TransferError('database_used')
        const sums = await readAll()
        if (!(await beginTransfer(db))) throw new TransferError('database_used')
        const moves = await movesBetween(source, databasePortables(db, { nowMs, ...silent }))
        const kinds = await whileNobodyIsAtWork(db, () => move(moves, sums, options))
        // Nodes look for accounts that have lost their home, and would not find one that never had
        // a home.
        await openLeases(db).enlist()
        await finishTransfer(db)
        return kinds
      },
    )
  })
}

/**
 * Moves a database into a data folder, which is not there or empty, and appears once it is
 * complete.
 * @throws TransferError; DataDirError; AppError `storage_unavailable`
 */
export async function transferToFolder(
  { dataDir }: Pick<Config, 'dataDir'>,
  options: TransferOptions,
): Promise<Transferred> {
  const state = await inspectDatabase(options.url)
  if (state !== 'current') throw new TransferError(`database_${state}`)
  const left = new Set<string>()
  const kinds = await withDatabase({ url: options.url }, async (db) => {
    const nowMs = Date.now()
    const source = databasePortables(db, { nowMs, onLeft: (place) => void left.add(place) })
    const sums = await read(await movesBetween(source, source), options)
    if (options.isDryRun) return sums
    let moved: readonly MovedKind[] = []
    await makeFolder(dataDir)
    await fillFolder(dataDir, {
      refuse: async () => {
        const isUsed = (await namesIn(dataDir)).some((name) => !isNothing(name))
        if (isUsed) throw new TransferError('folder_used')
      },
      unpack: async (dir) => {
        const target = await openFolderPortables({ dir, nowMs, ...silent })
        try {
          const moves = await movesBetween(source, target)
          moved = await whileNobodyIsAtWork(db, () => move(moves, sums, options))
        } finally {
          await target.close()
        }
      },
    })
    await signAsLeft(dataDir)
    return moved
  })
  return { kinds, damages: [], left: [...left] }
}

async function withFolder(
  dataDir: string,
  { signal }: TransferOptions,
  work: (source: Portables, nowMs: number) => Promise<Transferred['kinds']>,
): Promise<Transferred> {
  const folder = await openDataDir(dataDir)
  try {
    // Refused: the first daemon of a restored folder holds back what may have been sent since.
    if (await readRestored(folder.path)) throw new TransferError('restored')
    const copy = await copyForReading(folder.path)
    try {
      signal.throwIfAborted()
      const damages: Damage[] = []
      const left = new Set<string>()
      const nowMs = Date.now()
      const source = await openFolderPortables({
        ...{ dir: copy.path, nowMs },
        onDamage: ({ path, detail }) => damages.push({ path, detail }),
        onLeft: (path) => void left.add(path),
      })
      try {
        return { kinds: await work(source, nowMs), damages, left: [...left] }
      } finally {
        await source.close()
      }
    } finally {
      await copy.remove()
    }
  } finally {
    await folder.release()
  }
}

async function withDatabase<Result>(
  given: Pick<DatabaseOptions, 'url' | 'mayBeUnfinished' | 'mayLoseLast'>,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = await openDatabase({
    ...given,
    queryTimeoutMs: QUERY_TIMEOUT_MS,
    // The work that uses the connection gets the error as well.
    onFault: () => undefined,
  })
  try {
    const nodes = await openLeases(db).nodes()
    if (nodes.some(({ isAlive }) => isAlive)) throw new TransferError('nodes_alive')
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Refuses the transfer where a node was at work meanwhile: what it wrote would be missing, or would
 * be read as what was moved.
 */
async function whileNobodyIsAtWork<Result>(
  db: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = await lastLeaseNumber(db)
  const result = await work()
  if ((await lastLeaseNumber(db)) !== before) throw new TransferError('nodes_alive')
  return result
}

/**
 * Leaves a sign of life: without it the folder would look older, and its numbers would jump ahead.
 */
async function signAsLeft(dataDir: string): Promise<void> {
  const folder = await openDataDir(dataDir)
  try {
    const seen = await openLastSeen(folder.path, { formats: knownFormats })
    await seen.begin()
    await seen.end()
  } finally {
    await folder.release()
  }
}

async function read(moves: readonly Move[], options: TransferOptions): Promise<readonly KindSum[]> {
  return survey(moves, watchOf('reading', 0, options))
}

/** @throws TransferError `differs` */
async function move(
  moves: readonly Move[],
  sums: readonly KindSum[],
  options: TransferOptions,
): Promise<readonly MovedKind[]> {
  const total = sums.reduce((sum, { count }) => sum + count, 0)
  const moved = await moveAll(moves, sums, {
    moving: watchOf('moving', total, options),
    checking: watchOf('checking', total, options),
  })
  if (!moved.every(isSame)) throw new TransferError('differs', moved)
  return moved
}

function watchOf(stage: TransferStage, total: number, { onProgress, signal }: TransferOptions) {
  let count = 0
  return {
    signal,
    onRead: (more: number) => {
      count += more
      onProgress(stage, count, total)
    },
  }
}
