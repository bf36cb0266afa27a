import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { CampaignStatus, isOver } from '../../contract/campaigns/campaign-status.ts'
import {
  CampaignFile,
  ClientVersionFile,
  DeviceFile,
  deviceMigrations,
} from '../collections/records.ts'
import { readShard } from '../collections/shard-file.ts'
import { openDamages } from '../damage/damages.ts'
import { type Migration, unchanged } from '../files/file-format.ts'
import { readLines } from '../files/lines.ts'
import { namesIn } from '../files/names-in.ts'
import { DamagedFileError, isMissing, NewerFormatError } from '../files/storage-errors.ts'
import { ledgerFiles } from '../ledger/ledger-files.ts'
import { decodeFact } from '../ledger/send-facts.ts'
import { readSnapshot } from '../ledger/snapshot.ts'
import type { Finding } from './finding.ts'

/** A scheduled campaign starts at its hour, or a minute later after the machine slept. */
const OVERDUE_MS = 10 * 60_000
/** WhatsApp's site is asked for its version once a day. */
const VERSION_STALE_MS = 7 * 24 * 60 * 60_000
/**
 * How often a ledger is read: a compaction may replace one of its two files between the readings,
 * and is over by the next time.
 */
const LOOKS = 3

/** What the inspection of records depends on. */
type Circumstances = {
  readonly nowMs: number
  /** Whether a daemon works on the folder now. */
  readonly isRunning: boolean
  /** The version of WhatsApp Web that the operator has set; null: none. */
  readonly setVersion: readonly number[] | null
}

export async function inspectRecords(
  dir: string,
  { nowMs, isRunning, setVersion }: Circumstances,
): Promise<readonly Finding[]> {
  const campaigns = await readCollection(dir, 'campaigns', CampaignFile)
  const found: Finding[] = [...(await inspectDamages(dir)), ...(await inspectDevices(dir))]
  for (const record of campaigns) {
    const about = { campaign: record.id }
    const dueMs = record.scheduledAt === null ? nowMs : Date.parse(record.scheduledAt)
    const isWaiting = record.status === CampaignStatus.scheduled && !record.removedAt
    if (isRunning && isWaiting && dueMs < nowMs - OVERDUE_MS) {
      found.push({ check: 'stuck', code: 'campaign_overdue', level: 'problem', about })
    }
    const hasStarted = record.startedAt !== null && record.recipientCount > 0
    // Messages in flight when a campaign ends get their results within moments.
    const endedMs = record.finishedAt === null ? nowMs : Date.parse(record.finishedAt)
    const isLongOver = isOver(record) && endedMs < nowMs - OVERDUE_MS
    if (hasStarted) found.push(...(await inspectLedger(dir, record.id, isLongOver)))
  }
  found.push(await inspectVersion(dir, { nowMs, isRunning, setVersion }))
  return found
}

/** Damage that a daemon found and repaired as far as possible. */
async function inspectDamages(dir: string): Promise<readonly Finding[]> {
  const damageReports = (await openDamages({ dir })).list()
  const last = damageReports.at(-1)
  if (!last) return [{ check: 'damages', code: 'no_damages', level: 'ok' }]
  const about = { at: last.at }
  const where = { path: last.path, count: damageReports.length, about }
  return [{ check: 'damages', code: 'damages', level: 'warning', ...where }]
}

async function inspectDevices(dir: string): Promise<readonly Finding[]> {
  const devices = await readCollection(dir, 'devices', DeviceFile, deviceMigrations)
  const lost = devices.filter(({ reason, shouldBeConnected }) => reason && !shouldBeConnected)
  const found: Finding[] = lost.map(({ id, reason }) => ({
    ...{ check: 'devices', code: 'device_lost', level: 'warning' },
    about: { device: id, reason: reason ?? '' },
  }))
  for (const name of await namesIn(join(dir, 'auth'))) {
    if (!name.includes('.unreadable-')) continue
    const path = `auth/${name}`
    found.push({ check: 'devices', code: 'keys_unreadable', level: 'warning', path })
  }
  if (found.length > 0) return found
  return [{ check: 'devices', code: 'devices', level: 'ok', count: devices.length }]
}

/**
 * Finds a ledger whose two files do not fit together, or that has recipients in flight although its
 * campaign ended long ago.
 */
async function inspectLedger(
  dir: string,
  id: string,
  isEnded: boolean,
): Promise<readonly Finding[]> {
  const { snapshotPath, journalPath } = ledgerFiles(join(dir, 'sends'), id)
  const about = { campaign: id }
  const path = `sends/${id}.snap.ndjson`
  for (let look = 1; ; look += 1) {
    try {
      const { table, generation } = await readSnapshot(snapshotPath)
      const file = await open(journalPath(generation), 'r')
      try {
        for await (const { values } of readLines({ file, path: journalPath(generation) })) {
          for (const fact of values.map(decodeFact)) if (fact) table.replay(fact)
        }
      } finally {
        await file.close()
      }
      const count = isEnded ? table.inFlight().length : 0
      if (count === 0) return []
      return [{ check: 'stuck', code: 'rows_stuck', level: 'problem', path, count, about }]
    } catch (error) {
      // `inspectFiles` reports a newer format.
      if (error instanceof NewerFormatError) return []
      const isDamage = error instanceof DamagedFileError || error instanceof RangeError
      if (!isMissing(error) && !isDamage) throw error
      if (look < LOOKS) continue
      return [{ check: 'files', code: 'ledger_broken', level: 'problem', path, about }]
    }
  }
}

async function inspectVersion(
  dir: string,
  { nowMs, isRunning, setVersion }: Circumstances,
): Promise<Finding> {
  const check = 'whatsapp_version'
  const [known] = await readCollection(dir, 'client-versions', ClientVersionFile)
  const about = { known: known?.version.join('.') ?? '', set: setVersion?.join('.') ?? '' }
  if (known && setVersion && isOlder(setVersion, known.version)) {
    return { check, code: 'version_old', level: 'problem', about }
  }
  if (known && !setVersion && isRunning && Date.parse(known.askedAt) < nowMs - VERSION_STALE_MS) {
    return { check, code: 'version_stale', level: 'warning', about }
  }
  return { check, code: known || setVersion ? 'version' : 'version_own', level: 'ok', about }
}

function isOlder(one: readonly number[], other: readonly number[]): boolean {
  const place = one.findIndex((part, at) => part !== other[at])
  return place >= 0 && (one[place] ?? 0) < (other[place] ?? 0)
}

/** Reads the records of a collection from its files; damage is reported by `inspectFiles`. */
async function readCollection<Kept>(
  dir: string,
  name: string,
  schema: z.ZodType<Kept>,
  migrations: readonly Migration[] = [unchanged],
): Promise<readonly Kept[]> {
  const folder = join(dir, 'db', name)
  const files = (await namesIn(folder)).filter((file) => /^\d+\.json$/.test(file))
  const found: Kept[] = []
  for (const file of files) {
    const path = join(folder, file)
    try {
      const shard = readShard(await readFile(path), { path, format: { name, migrations }, schema })
      found.push(...shard.data.entries.map(({ record }) => record))
    } catch (error) {
      const isKnown = error instanceof NewerFormatError || error instanceof DamagedFileError
      if (!isKnown && !isMissing(error)) throw error
    }
  }
  return found
}

/** When a daemon was last seen, by the file that it writes each minute. */
export async function lastSeenMs(dir: string): Promise<number | null> {
  try {
    return (await stat(join(dir, '.seen'))).mtimeMs
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
