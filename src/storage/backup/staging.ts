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
import { identifyThisProcess, isRunning, ProcessIdentity } from '../lock/process-identity.ts'
import { finishBeforeReading } from './fill-folder.ts'
import { readRestored } from './restored-mark.ts'

/**
 * Second names for all files of a data folder that a daemon goes on using: what is replaced or
 * deleted there stays whole here, and what is appended to is read up to the length that is noted.
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
   * When the first file was taken: nothing that was on the disk before is missing. A folder that came
   * out of a backup, and that no daemon has opened since, is as it was at the moment of that one.
   */
  readonly at: Date
  /** What the names are below, as in a data folder. */
  readonly folder: string
  remove(): Promise<void>
}

/** The data folder went on changing its files' names for as long as they were looked at. */
class RestlessFolderError extends Error {
  constructor(path: string) {
    super(`${path} did not hold still`)
    this.name = 'RestlessFolderError'
  }
}

/**
 * What follows from other files (`people`), belongs to nothing (`strays`), is under way (`tmp`), or
 * is the simulator's own data folder, or comes with the disk. Names with a dot belong to the
 * machine: lock and signs of life.
 */
const leftOut: ReadonlySet<string> = new Set(['people', 'strays', 'tmp', 'simulador', 'lost+found'])
/** Taken first, since its records name files of the others; each of those is older than its record. */
const RECORDS = 'db'
/** Folders whose files records name, by what is before the first dot. */
const namedByRecords = ['auth', 'lists', 'sends', 'uploads'] as const
const LEDGERS = 'sends'
const SNAPSHOT_END = '.snap.ndjson'
/** Not yet files: they get their names when they are whole. */
const UNFINISHED = /\.(?:tmp|new)$/
const ROUNDS = 20
const NAME_PREFIX = 'backup-'
const OWNER_FILE = 'owner.json'

const byNumber = new Intl.Collator('en', { numeric: true })

/**
 * @throws RestlessFolderError; DataDirError while the folder is being restored; system errors where it
 * cannot be read or added to
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

/** Removes what killed backups left: its files take room for as long as they have this name. */
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
    return ProcessIdentity.safeParse(JSON.parse(await readFile(path, 'utf8'))).data
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Returns `undefined` where a file was gone that a record names. */
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
 * Everything at once, without a turn of the event loop in between: this process does nothing else,
 * and the less time passes, the less changes.
 */
function createTaker(dir: string, staged: string) {
  const taken = new Map<string, StagedFile>()
  return { folder, entry, file, files: () => [...taken.values()] }

  function entry(path: string): void {
    const found = statOf(join(dir, path))
    if (found?.isDirectory()) folder(path)
    else if (found?.isFile()) file(path)
  }

  /** In the order of their numbers, so that the newest file of a log, which grows, comes last. */
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

/** A snapshot, and then the journal that goes on from it: its facts are newer than any record's. */
async function takeLedgers(dir: string, take: Taker): Promise<void> {
  const folder = join(dir, LEDGERS)
  for (const name of namesIn(folder)) {
    if (!name.endsWith(SNAPSHOT_END)) continue
    const id = name.slice(0, -SNAPSHOT_END.length)
    // One whose journal does not appear is damaged: it is kept as it is.
    for (let round = 0; round < ROUNDS; round += 1) if (await takeLedger(folder, id, take)) break
  }
}

async function takeLedger(folder: string, id: string, take: Taker): Promise<boolean> {
  const { snapshotPath, journalPath } = ledgerFiles(folder, id)
  const below = (path: string) => `${LEDGERS}/${path.slice(folder.length + 1)}`
  const snapshot = take.file(below(snapshotPath))
  // Removed meanwhile: whoever compares the ids finds that.
  if (!snapshot) return true
  const generation = await generationOf(snapshot.stagedPath)
  if (generation !== undefined) return take.file(below(journalPath(generation))) !== undefined
  for (const name of namesIn(folder)) {
    if (name.startsWith(`${id}.`)) take.file(`${LEDGERS}/${name}`)
  }
  return true
}

/** `undefined` of one that is damaged, or newer than this program: all of its files are taken then. */
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
 * What is before the first dot names a campaign, a list, an upload or a device. A ledger is there with
 * its snapshot: the journal that is made before it, and that a crash leaves, belongs to no campaign.
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
