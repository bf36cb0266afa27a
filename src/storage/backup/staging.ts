import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FILE_MODE, makeFolder } from '../files/durable-write.ts'
import { isWithoutLinks } from '../files/second-name.ts'
import { DamagedFileError, isMissing, NewerFormatError } from '../files/storage-errors.ts'
import { ledgerFiles } from '../ledger/ledger-files.ts'
import { readSnapshotHead } from '../ledger/snapshot.ts'
import {
  identifyThisProcess,
  isRunning,
  type ProcessIdentity,
  parseIdentity,
} from '../lock/process-identity.ts'
import { finishBeforeReading } from './fill-folder.ts'
import { readRestored } from './restored-mark.ts'

/**
 * Gives second names to all files of a data folder while a daemon goes on using it. A file that the
 * daemon replaces or deletes stays whole under the second name; one that it appends to is read up
 * to the noted length.
 */

export type StagedFile = {
  /** Below the data folder, with slashes. */
  readonly path: string
  readonly stagedPath: string
  /** Length that counts: the file may be growing. */
  readonly bytes: number
  readonly mtimeMs: number
}

export type Staging = {
  readonly files: readonly StagedFile[]
  /**
   * When the first file was taken: everything that was on the disk before is in the staging. In a
   * restored folder that no daemon has opened since, it is the moment of the restored backup.
   */
  readonly at: Date
  /** Folder that holds the second names, in the layout of a data folder. */
  readonly folder: string
  remove(): Promise<void>
}

/** The files of the data folder changed their names in every round of taking them. */
class RestlessFolderError extends Error {
  constructor(path: string) {
    super(`${path} did not hold still`)
    this.name = 'RestlessFolderError'
  }
}

/**
 * Left out: what is made anew from other files (`people`), belongs to nothing (`strays`), is under
 * way (`tmp`), is the simulator's own data folder, or comes with the disk. Names with a dot belong
 * to the machine: lock and signs of life.
 */
const leftOut: ReadonlySet<string> = new Set(['people', 'strays', 'tmp', 'simulador', 'lost+found'])
/**
 * Taken first: its records name files of the other folders, and each file is older than its record.
 */
const RECORDS = 'db'
/** Folders whose files are named by records: the part before the first dot is an id. */
const namedByRecords = ['auth', 'lists', 'sends', 'uploads'] as const
const LEDGERS = 'sends'
const SNAPSHOT_END = '.snap.ndjson'
/** Names of unfinished files, which get their real names when they are whole. */
const UNFINISHED = /\.(?:tmp|new)$/
const ROUNDS = 20
const NAME_PREFIX = 'backup-'
const OWNER_FILE = 'owner.json'

const byNumber = new Intl.Collator('en', { numeric: true })

/**
 * @throws RestlessFolderError; DataDirError while the folder is being restored; system errors where
 * it cannot be read or added to
 */
export async function stageFolder(dir: string): Promise<Staging> {
  await finishBeforeReading(dir)
  const restored = await readRestored(dir)
  const temporary = join(dir, 'tmp')
  await makeFolder(temporary)
  await removeDeadStagings(temporary)
  const owner = await identifyThisProcess()
  const folder = join(temporary, `${NAME_PREFIX}${owner.pid}-${Date.now()}`)
  await makeFolder(folder)
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await writeFile(join(folder, OWNER_FILE), JSON.stringify(owner), { mode: FILE_MODE })
    const staged = join(folder, 'files')
    for (let round = 0; round < ROUNDS; round += 1) {
      const at = new Date(restored?.from ?? Date.now())
      const files = await takeAll(dir, staged)
      if (files) return { files, at, folder: staged, remove }
      rmSync(staged, { recursive: true, force: true })
    }
    throw new RestlessFolderError(dir)
  } catch (error) {
    await remove()
    throw error
  }
}

/** Removes what killed backups left: a second name keeps a deleted file on the disk. */
export async function removeDeadStagings(temporary: string): Promise<void> {
  const self = await identifyThisProcess()
  for (const name of await readdir(temporary)) {
    if (!name.startsWith(NAME_PREFIX)) continue
    const owner = await readOwner(join(temporary, name, OWNER_FILE))
    const isAlive = owner ? await isRunning(owner, self) : false
    if (isAlive === false) await rm(join(temporary, name), { recursive: true, force: true })
  }
}

async function readOwner(path: string): Promise<ProcessIdentity | undefined> {
  try {
    return parseIdentity(await readFile(path, 'utf8'))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Returns `undefined` where a file that a record names was gone. */
async function takeAll(dir: string, staged: string): Promise<readonly StagedFile[] | undefined> {
  const take = createTaker(dir, staged)
  const named = namedByRecords.map((part) => ({ part, before: idsIn(dir, part) }))
  take.folder(RECORDS)
  await takeLedgers(dir, take)
  for (const name of namesIn(dir)) {
    if (name === RECORDS || name === LEDGERS || leftOut.has(name) || name.startsWith('.')) continue
    take.entry(name)
  }
  const isWhole = named.every(({ part, before }) => isPartOf(before, idsIn(staged, part)))
  return isWhole ? take.files() : undefined
}

function isPartOf(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((id) => all.has(id))
}

type Taker = ReturnType<typeof createTaker>

/**
 * Takes files synchronously: this process does nothing else, and the less time passes, the less
 * changes.
 */
function createTaker(dir: string, staged: string) {
  const taken = new Map<string, StagedFile>()
  return { folder, entry, file, files: () => [...taken.values()] }

  function entry(path: string): void {
    const found = statOf(join(dir, path))
    if (found?.isDirectory()) folder(path)
    else if (found?.isFile()) file(path)
  }

  /**
   * Takes a folder's files in the order of their numbers, so that the newest file of a log, which
   * grows, comes last.
   */
  function folder(path: string): void {
    for (let round = 0; round < ROUNDS; round += 1) {
      const names = namesIn(join(dir, path))
      mkdirSync(join(staged, path), { recursive: true, mode: 0o700 })
      for (const name of names) entry(`${path}/${name}`)
      const after = namesIn(join(dir, path))
      if (after.length === names.length && after.every((name, at) => name === names[at])) return
      forget(path)
    }
    throw new RestlessFolderError(join(dir, path))
  }

  function forget(path: string): void {
    rmSync(join(staged, path), { recursive: true, force: true })
    for (const known of taken.keys()) if (known.startsWith(`${path}/`)) taken.delete(known)
  }

  /** Returns `undefined` where the file is gone. */
  function file(path: string): StagedFile | undefined {
    const stagedPath = join(staged, path)
    mkdirSync(dirname(stagedPath), { recursive: true, mode: 0o700 })
    rmSync(stagedPath, { force: true })
    if (!addName(join(dir, path), stagedPath)) return undefined
    const { size, mtimeMs } = statSync(stagedPath)
    const found = { path, stagedPath, bytes: size, mtimeMs }
    taken.set(path, found)
    return found
  }
}

/**
 * Takes each snapshot, and then the journal that continues it. Its facts are newer than any record.
 */
async function takeLedgers(dir: string, take: Taker): Promise<void> {
  const folder = join(dir, LEDGERS)
  for (const name of namesIn(folder)) {
    if (!name.endsWith(SNAPSHOT_END)) continue
    const id = name.slice(0, -SNAPSHOT_END.length)
    // A ledger whose journal does not appear in any round is damaged, and taken as it is.
    for (let round = 0; round < ROUNDS; round += 1) if (await takeLedger(folder, id, take)) break
  }
}

async function takeLedger(folder: string, id: string, take: Taker): Promise<boolean> {
  const { snapshotPath, journalPath } = ledgerFiles(folder, id)
  const below = (path: string) => `${LEDGERS}/${path.slice(folder.length + 1)}`
  const snapshot = take.file(below(snapshotPath))
  // The ledger was removed meanwhile: `takeAll` notices where a record still names it.
  if (!snapshot) return true
  const generation = await generationOf(snapshot.stagedPath)
  if (generation !== undefined) return take.file(below(journalPath(generation))) !== undefined
  for (const name of namesIn(folder)) {
    if (name.startsWith(`${id}.`)) take.file(`${LEDGERS}/${name}`)
  }
  return true
}

/**
 * Returns `undefined` for a snapshot that is damaged or of a newer program: then all files of the
 * ledger are taken.
 */
async function generationOf(snapshotPath: string): Promise<number | undefined> {
  try {
    return (await readSnapshotHead(snapshotPath)).generation
  } catch (error) {
    if (error instanceof DamagedFileError || error instanceof NewerFormatError) return undefined
    throw error
  }
}

function addName(path: string, stagedPath: string): boolean {
  try {
    linkSync(path, stagedPath)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    if (!isWithoutLinks(error)) throw error
    return copy(path, stagedPath)
  }
}

function copy(path: string, stagedPath: string): boolean {
  try {
    copyFileSync(path, stagedPath)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/**
 * The ids in the names of a folder's files, before the first dot. A ledger exists once its snapshot
 * does: a journal alone is left by a crash, and belongs to no campaign.
 */
function idsIn(dir: string, part: (typeof namedByRecords)[number]): ReadonlySet<string> {
  const names = namesIn(join(dir, part))
  const whole = part === LEDGERS ? names.filter((name) => name.endsWith(SNAPSHOT_END)) : names
  return new Set(whole.map((name) => name.split('.')[0] ?? name))
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !UNFINISHED.test(name))
      .sort(byNumber.compare)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false })
}
