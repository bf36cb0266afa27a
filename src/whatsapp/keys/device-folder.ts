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

export async function readLabel(folder: string): Promise<DeviceLabel | null> {
  const text = await readFile(join(folder, LABEL), 'utf8').catch(() => null)
  if (text === null) return null
  return parseLabel(text)
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
  } catch {
    // A label that can't be read tells as much as none: the pairing has to be done anew.
    return null
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
