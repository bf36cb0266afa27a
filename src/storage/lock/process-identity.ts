import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { z } from 'zod'
import { systemCode } from '../files/storage-errors.ts'

/** Identifies a process, even if a later one gets the same number. */
export const ProcessIdentity = z.object({
  pid: z.int().min(1),
  /** Start time in clock ticks since boot; null where the system does not say. */
  startTicks: z.number().nullable(),
  bootId: z.string().nullable(),
  hostname: z.string(),
  /** PID namespace: each container numbers its own processes. */
  pidNamespace: z.string().nullable(),
})
export type ProcessIdentity = z.infer<typeof ProcessIdentity>

/** Reads the identity that a process left in a file; `undefined` for any other text. */
export function parseIdentity(text: string): ProcessIdentity | undefined {
  try {
    return ProcessIdentity.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

export async function identifyThisProcess(): Promise<ProcessIdentity> {
  const [startTicks, bootId, pidNamespace] = await Promise.all([
    readStartTicks(process.pid),
    orNull(readFile('/proc/sys/kernel/random/boot_id', 'utf8')),
    orNull(readlink('/proc/self/ns/pid')),
  ])
  return {
    pid: process.pid,
    startTicks,
    bootId: bootId?.trim() ?? null,
    hostname: hostname(),
    pidNamespace,
  }
}

/**
 * Whether that process still runs; `unknown` where it was started on another machine or in
 * another container, whose processes this one cannot see.
 */
export async function isRunning(
  other: ProcessIdentity,
  self: ProcessIdentity,
): Promise<boolean | 'unknown'> {
  if (other.hostname !== self.hostname) return 'unknown'
  if (other.bootId !== self.bootId) return false
  if (other.pidNamespace !== self.pidNamespace) return 'unknown'
  if (!hasProcess(other.pid)) return false
  const startTicks = await readStartTicks(other.pid)
  return startTicks === null || other.startTicks === null || startTicks === other.startTicks
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, under another account.
    return systemCode(error) === 'EPERM'
  }
}

async function readStartTicks(pid: number): Promise<number | null> {
  const text = await orNull(readFile(`/proc/${pid}/stat`, 'utf8'))
  if (text === null) return null
  // The name in brackets may hold spaces; what follows it is field 3, and field 22 is wanted.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[19])
  return Number.isFinite(ticks) ? ticks : null
}

/** Returns null outside Linux, which has no /proc. */
async function orNull(reading: Promise<string>): Promise<string | null> {
  try {
    return await reading
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return null
  }
}
