import { open, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { isDocument, parseDocument } from '../collections/document.ts'
import { readLines } from '../files/lines.ts'
import { DamagedFileError, isMissing, NewerFormatError } from '../files/storage-errors.ts'
import { decodeLines } from '../files/whole-lines.ts'
import { parseLabel } from '../keys/device-keys.ts'
import { scanSegment } from '../keys/key-record.ts'
import { checkLastSeen } from '../lock/last-seen.ts'
import type { Finding } from './finding.ts'
import { knownFormats, knownVersion } from './known-formats.ts'
import { walk } from './walk.ts'

/**
 * Folders that are not read: put aside, under way, without checksums, or a data folder of their
 * own.
 */
const leftOut: ReadonlySet<string> = new Set([
  ...['aside', 'strays', 'tmp', 'simulador', 'lost+found', 'uploads', 'whatsapp-simulado'],
])

function isLeftOut(path: string): boolean {
  const [first = '', second = ''] = path.split('/')
  // Keys that were put aside have the reason behind a dot.
  return leftOut.has(first) || (first === 'auth' && second.includes('.'))
}

const Header = z.object({ format: z.string(), version: z.int() })
const Orders = z.object({ orders: z.array(z.int()) })

export type FileReport = {
  readonly findings: readonly Finding[]
  readonly fileCount: number
  readonly byteCount: number
}

/** Checks every file that has checksums, and the access rights of all files. */
export async function inspectFiles(
  dir: string,
  { onFile, signal }: { readonly onFile: (bytes: number) => void; readonly signal: AbortSignal },
): Promise<FileReport> {
  const findings: Finding[] = []
  const open: string[] = []
  const foreign: string[] = []
  let fileCount = 0
  let byteCount = 0
  let owner: number | undefined
  for await (const { path, stats } of walk(dir, { isLeftOut: () => false })) {
    owner ??= stats.uid
    if ((stats.mode & 0o077) !== 0 && !stats.isSymbolicLink()) open.push(path || '.')
    if (stats.uid !== owner) foreign.push(path)
  }
  for await (const { path, stats } of walk(dir, { isLeftOut })) {
    signal.throwIfAborted()
    if (!stats.isFile()) continue
    const file = join(dir, path)
    // A file may look damaged while it is being changed: it is read a second time.
    const finding = (await inspectFile(file, path)) && (await inspectFile(file, path))
    if (finding) findings.push(finding)
    fileCount += 1
    byteCount += stats.size
    onFile(byteCount)
  }
  return { findings: [...rightsOf(open, foreign), ...findings], fileCount, byteCount }
}

function rightsOf(open: readonly string[], foreign: readonly string[]): readonly Finding[] {
  const [firstOpen, firstForeign] = [open[0], foreign[0]]
  const found: Finding[] = []
  if (firstOpen !== undefined) {
    const about = { path: firstOpen, count: open.length }
    found.push({ check: 'rights', code: 'rights_open', level: 'problem', ...about })
  }
  if (firstForeign !== undefined) {
    const about = { path: firstForeign, count: foreign.length }
    found.push({ check: 'rights', code: 'owner_mixed', level: 'problem', ...about })
  }
  return found.length > 0 ? found : [{ check: 'rights', code: 'rights', level: 'ok' }]
}

async function inspectFile(file: string, path: string): Promise<Finding | undefined> {
  try {
    if (/(?:^|\/)keys-\d+\.log$/.test(path)) await checkKeys(file)
    else if (basename(path) === 'device.json') return await checkLabel(file, path)
    else if (path.startsWith('db/') && path.endsWith('.json')) await checkShard(file)
    else if (path === '.seen') await checkLastSeen(file, knownFormats)
    else if (path.endsWith('.ndjson') || path === '.numbers') await checkLines(file)
    return undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    if (error instanceof NewerFormatError) {
      return { check: 'program', code: 'newer_format', level: 'problem', path }
    }
    if (!(error instanceof DamagedFileError)) throw error
    return { check: 'files', code: 'file_damaged', level: 'problem', path }
  }
}

async function checkKeys(file: string): Promise<void> {
  const bytes = await readFile(file)
  const { end, goodBytes } = scanSegment({ bytes, path: file }, () => undefined)
  if (end === 'corrupt') throw new DamagedFileError(file, `bad record at byte ${goodBytes}`)
}

async function checkLabel(file: string, path: string): Promise<Finding | undefined> {
  const label = parseLabel(await readFile(file, 'utf8'))
  if (label) return undefined
  return { check: 'devices', code: 'label_unreadable', level: 'problem', path }
}

/** Checks a whole small file, whose first line tells how many lines follow. */
async function checkShard(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (isDocument(bytes)) {
    if (parseDocument(bytes) === undefined) throw new DamagedFileError(file, 'no JSON document')
    return
  }
  const lines = decodeLines(bytes)
  checkHeader(lines[0], file)
  const orders = Orders.safeParse(lines[0]).data?.orders
  const isWhole = lines.length > 0 && !lines.includes(undefined)
  if (!isWhole || (orders && orders.length !== lines.length - 1)) {
    throw new DamagedFileError(file, 'lines are missing or broken')
  }
}

async function checkLines(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    for await (const { values, offsets } of readLines({ file: handle, path: file })) {
      if (offsets[0] === 0) checkHeader(values[0], file)
    }
  } finally {
    await handle.close()
  }
}

/** @throws NewerFormatError */
function checkHeader(line: unknown, file: string): void {
  const header = Header.safeParse(line).data
  if (!header) return
  const known = knownVersion(header.format)
  if (header.version > known) throw new NewerFormatError(file, header.version, known)
}
