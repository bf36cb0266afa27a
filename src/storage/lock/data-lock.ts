import { createHash } from 'node:crypto'
import { open, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readText } from '../files/durable-file.ts'
import { FILE_MODE } from '../files/durable-write.ts'
import { isMissing, systemCode } from '../files/storage-errors.ts'
import { DataDirError } from './data-dir-error.ts'
import type { ProcessIdentity as Identity } from './process-identity.ts'
import { identifyThisProcess, isRunning, parseIdentity } from './process-identity.ts'

/** How often a living daemon touches its lock. */
const HEARTBEAT_MS = 3_000
/** A lock of another machine or container that stands still for this long is abandoned. */
const SILENCE_MS = 8_000
/** A lock is empty for the moment between its creation and its first write. */
const EMPTY_GRACE_MS = 1_000
const POLL_MS = 100

export type DataLock = { release(): Promise<void> }

/**
 * Makes this process the only daemon of a folder. The lock of a process that is gone, after a
 * crash or a power cut, is taken over.
 * @throws DataDirError `locked` with the process number of the other one
 */
export async function acquireDataLock(
  folder: string,
  { silenceMs = SILENCE_MS }: { readonly silenceMs?: number } = {},
): Promise<DataLock> {
  const path = join(folder, '.lock')
  const self = await identifyThisProcess()
  const text = JSON.stringify(self)
  await take(path)
  return keepLock(path, text)

  async function take(wanted: string): Promise<void> {
    while (!(await createLock(wanted, text))) {
      const held = await readHolder(wanted)
      if (held === undefined) continue
      if (await isAlive({ path: wanted, held, self, silenceMs })) {
        throw new DataDirError({ path: folder, reason: 'locked', pid: held.holder?.pid ?? null })
      }
      if (await takeOver(wanted, held.text)) return
    }
  }

  /**
   * Takes over the lock of a process that is gone. This takes the claim first, a lock like any
   * other, so that only one process at a time compares and replaces: otherwise a second one that
   * saw the same abandoned lock would replace that of the first.
   * @returns whether the lock was still the abandoned one
   */
  async function takeOver(wanted: string, abandoned: string): Promise<boolean> {
    const claim = `${wanted}.${createHash('sha256').update(abandoned).digest('hex').slice(0, 16)}`
    await take(claim)
    if ((await readText(wanted)) !== abandoned) {
      await rm(claim, { force: true })
      return false
    }
    await rename(claim, wanted)
    return true
  }
}

type Held = { readonly text: string; readonly holder: Identity | undefined }

async function createLock(path: string, text: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', FILE_MODE)
    try {
      await file.writeFile(text)
      await file.chmod(FILE_MODE)
    } finally {
      await file.close()
    }
    // Another process may have taken the lock over if it was empty for too long.
    return (await readText(path)) === text
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Reads the lock; `undefined` once it is gone. */
async function readHolder(path: string): Promise<Held | undefined> {
  const giveUpAt = Date.now() + EMPTY_GRACE_MS
  for (;;) {
    const text = await readText(path)
    if (text === undefined) return undefined
    const holder = parseIdentity(text)
    if (holder || Date.now() >= giveUpAt) return { text, holder }
    await wait(POLL_MS)
  }
}

async function isAlive({
  path,
  held,
  self,
  silenceMs,
}: {
  readonly path: string
  readonly held: Held
  readonly self: Identity
  readonly silenceMs: number
}): Promise<boolean> {
  if (!held.holder) return false
  const isUp = await isRunning(held.holder, self)
  return isUp === 'unknown' ? hasHeartbeat(path, silenceMs) : isUp
}

/**
 * Whether the lock's time changes; its value is not compared, since two machines' clocks may
 * differ.
 */
async function hasHeartbeat(path: string, silenceMs: number): Promise<boolean> {
  const giveUpAt = Date.now() + silenceMs
  const first = await modifiedAt(path)
  while (Date.now() < giveUpAt) {
    await wait(POLL_MS)
    if ((await modifiedAt(path)) !== first) return true
  }
  return false
}

async function modifiedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}

function keepLock(path: string, text: string): DataLock {
  const timer = setInterval(() => void touch(path), HEARTBEAT_MS)
  timer.unref()

  return { release }

  async function release(): Promise<void> {
    clearInterval(timer)
    if ((await readText(path)) === text) await rm(path, { force: true })
  }
}

async function touch(path: string): Promise<void> {
  const now = new Date()
  try {
    await utimes(path, now, now)
  } catch (error) {
    // A missed heartbeat is no reason to stop: the next one comes soon.
    if (systemCode(error) === undefined) throw error
  }
}
