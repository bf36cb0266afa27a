import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from './key-segment.ts'

/**
 * The folder of one device and the label in it, which tells, without opening the keys, whether
 * they are those of a finished pairing and with which WhatsApp server that was.
 */
export type DeviceLabel = {
  /** Hex of the root key of that server's certificates. */
  readonly serverKey: string
  readonly isPaired: boolean
}

const LABEL = 'device.json'

/** `key` is the product's own id of a device; anything a path could be made of is refused. */
export function deviceFolder(authDir: string, key: string): string {
  const name = /^[A-Za-z0-9_-]{1,80}$/.test(key)
    ? key
    : createHash('sha256').update(key).digest('hex')
  return join(authDir, name)
}

/** The label is there, and says nothing: whose keys these are can't be known. */
export class DamagedLabelError extends Error {}

/** null for a device that never was paired. @throws DamagedLabelError, or what the system says */
export async function readLabel(folder: string): Promise<DeviceLabel | null> {
  let text: string
  try {
    text = await readFile(join(folder, LABEL), 'utf8')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  }
  const label = parseLabel(text)
  if (!label) throw new DamagedLabelError(`${LABEL} of a device is no label`)
  return label
}

/** The operating system's own code of an error, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

function parseLabel(text: string): DeviceLabel | null {
  try {
    const label: unknown = JSON.parse(text)
    if (typeof label !== 'object' || label === null) return null
    if (!('serverKey' in label) || typeof label.serverKey !== 'string') return null
    return {
      serverKey: label.serverKey,
      isPaired: 'isPaired' in label && label.isPaired === true,
    }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

export async function writeLabel(folder: string, label: DeviceLabel): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, LABEL)
  const draft = await open(`${path}.new`, 'w', 0o600)
  try {
    await draft.writeFile(JSON.stringify(label))
    await draft.sync()
  } finally {
    await draft.close()
  }
  await rename(`${path}.new`, path)
  await syncFolder(folder)
}

/** Deletes a device's keys for good. */
export async function deleteFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

/** Puts keys that can't be read out of the way, without deleting them. */
export async function setAside(folder: string, now: Date): Promise<string> {
  const aside = `${folder}.unreadable-${now.toISOString().replaceAll(':', '')}`
  await rename(folder, aside)
  return aside
}
