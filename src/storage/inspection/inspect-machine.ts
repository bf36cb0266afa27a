import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { readText } from '../files/durable-file.ts'
import { identifyThisProcess, isRunning, parseIdentity } from '../lock/process-identity.ts'
import type { Finding } from './finding.ts'

const MEGABYTE = 1024 * 1024
/** With less free space than this a campaign's ledger may not fit any more. */
const FULL_BYTES = 200 * MEGABYTE
const LOW_BYTES = 1024 * MEGABYTE
const LOW_SHARE = 0.05
const FULL_INODE_SHARE = 0.01
/** A daemon touches its lock every three seconds: after so long without that it has crashed. */
const HEARTBEAT_MS = 15_000
/** Clocks of machines differ by so much without anybody noticing. */
const CLOCK_SLACK_MS = 5 * 60_000
/** No clock that is right shows a time before this program was written. */
const EARLIEST_MS = Date.UTC(2025, 0, 1)

/** Whether a daemon uses the folder, by its lock. */
export async function inspectDaemon(dir: string): Promise<Finding> {
  const path = join(dir, '.lock')
  const text = await readText(path)
  if (text === undefined) return { check: 'daemon', code: 'stopped', level: 'ok' }
  const holder = parseIdentity(text)
  const isUp = holder ? await isRunning(holder, await identifyThisProcess()) : false
  if (holder && isUp === true) {
    return { check: 'daemon', code: 'running', level: 'ok', about: { pid: holder.pid } }
  }
  if (isUp === false) return { check: 'daemon', code: 'crashed', level: 'ok' }
  const { mtimeMs } = await stat(path)
  const isAlive = Math.abs(Date.now() - mtimeMs) < HEARTBEAT_MS
  return { check: 'daemon', code: isAlive ? 'running_elsewhere' : 'crashed', level: 'ok' }
}

export type DiskSpace = {
  readonly freeBytes: number
  readonly totalBytes: number
  readonly freeInodes: number
  /** 0 where the file system does not count them. */
  readonly totalInodes: number
}

export async function readDiskSpace(dir: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize, ffree, files } = await statfs(dir)
  const totals = { totalBytes: blocks * bsize, totalInodes: files }
  return { freeBytes: bavail * bsize, freeInodes: ffree, ...totals }
}

export function judgeDisk(space: DiskSpace): Finding {
  const { freeBytes, totalBytes, freeInodes, totalInodes } = space
  const about = { free_bytes: freeBytes, total_bytes: totalBytes }
  if (freeBytes < FULL_BYTES) return { check: 'disk', code: 'disk_full', level: 'problem', about }
  if (totalInodes > 0 && freeInodes < totalInodes * FULL_INODE_SHARE) {
    return { check: 'disk', code: 'disk_inodes', level: 'problem', about }
  }
  const isLow = freeBytes < LOW_BYTES || freeBytes < totalBytes * LOW_SHARE
  return {
    check: 'disk',
    code: isLow ? 'disk_low' : 'disk',
    level: isLow ? 'warning' : 'ok',
    about,
  }
}

/**
 * @param seenAtMs the last sign of life of a daemon; null: none
 * @param zone name from the environment; `undefined`: the machine's own
 */
export function judgeClock(
  nowMs: number,
  { seenAtMs, zone }: { readonly seenAtMs: number | null; readonly zone: string | undefined },
): Finding {
  if (nowMs < EARLIEST_MS || (seenAtMs !== null && seenAtMs > nowMs + CLOCK_SLACK_MS)) {
    return { check: 'clock', code: 'clock_behind', level: 'problem' }
  }
  const used = new Intl.DateTimeFormat().resolvedOptions().timeZone
  if (zone !== undefined && zone !== '' && !isZone(zone.replace(/^:/, ''))) {
    return { check: 'clock', code: 'zone_unknown', level: 'warning', about: { zone } }
  }
  return { check: 'clock', code: 'clock', level: 'ok', about: { zone: used ?? 'UTC' } }
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('pt-BR', { timeZone: name }) !== undefined
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
