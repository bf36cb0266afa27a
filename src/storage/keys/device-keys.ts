import { createHash } from 'node:crypto'
import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import {
  asideName,
  DamagedKeysError,
  type DeviceKeys,
  type DeviceLabel,
  type KeyLog,
  KeysUnavailableError,
} from '../../domain/devices/device-keys.ts'
import type { DeviceKey } from '../../domain/messenger.ts'
import { readText } from '../files/durable-file.ts'
import { makeFolder, replaceFile } from '../files/durable-write.ts'
import {
  DamagedFileError,
  NewerFormatError,
  newerFormat,
  systemCode,
} from '../files/storage-errors.ts'
import { openKeyLog } from './key-log.ts'
import { openSpool } from './spool.ts'

const LABEL = 'device.json'
const Label = z.object({ serverKey: z.string(), isPaired: z.boolean().catch(false) })

const ASIDE_FOLDER = /^([\w-]+)\.((?:ended|unreadable)-\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d\.\d{3}Z)$/

/** Error codes of passing shortages of the process; any other code is about the files. */
const passingCodes: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'])

/** Each device's keys in a folder of its own: its label and its log. */
export function openDeviceKeys(authDir: string): (key: DeviceKey) => DeviceKeys {
  return (key) => keysIn(join(authDir, folderNameOf(key)))
}

/** The keys in a folder, whether a device uses them or they were put aside. */
export function keysIn(folder: string): DeviceKeys {
  return {
    findLabel: () => explained(readLabel(folder)),
    saveLabel: (label) => explained(writeLabel(folder, label)),
    open: async () => explainedLog(await explained(openKeyLog(folder))),
    openSpool: () => explained(openSpool(folder)),
    remove: () => explained(rm(folder, { recursive: true, force: true })),
    setAside: (now, why) => explained(rename(folder, asideFolderOf(folder, asideName(why, now)))),
    removeAside: () => explained(removeAside(folder)),
  }
}

/**
 * Maps a device's internal key to its folder; a key that is no plain name, such as a path, is
 * hashed.
 */
export function folderNameOf(key: DeviceKey): string {
  const isName = /^[A-Za-z0-9_-]{1,80}$/.test(key)
  return isName ? key : createHash('sha256').update(key).digest('hex')
}

/** The folder of keys that were put aside. Without colons, which some file systems refuse. */
export function asideFolderOf(folder: string, aside: string): string {
  return `${folder}.${aside.replaceAll(':', '')}`
}

/**
 * Reads a folder's name into the device's folder and the `aside` name; `undefined` for keys in use.
 */
export function readAsideFolder(name: string) {
  const [, folderName, start, hours, minutes, rest] = ASIDE_FOLDER.exec(name) ?? []
  if (folderName === undefined) return undefined
  return { folderName, aside: `${start}T${hours}:${minutes}:${rest}` }
}

async function readLabel(folder: string): Promise<DeviceLabel | null> {
  const text = await readText(join(folder, LABEL))
  if (text === undefined) return null
  const label = parseLabel(text)
  if (!label) throw new DamagedKeysError(`${LABEL} of a device is no label`)
  return label
}

export function parseLabel(text: string): DeviceLabel | null {
  try {
    return Label.safeParse(JSON.parse(text)).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

async function writeLabel(folder: string, label: DeviceLabel): Promise<void> {
  await makeFolder(folder)
  const path = join(folder, LABEL)
  await replaceFile({
    path,
    temporaryPath: `${path}.new`,
    fill: (file) => file.writeFile(JSON.stringify(label)),
  })
}

async function removeAside(folder: string): Promise<void> {
  const [parent, start] = [dirname(folder), `${basename(folder)}.`]
  const names = (await readdir(parent)).filter((name) => name.startsWith(start))
  for (const name of names) await rm(join(parent, name), { recursive: true, force: true })
}

function explainedLog(log: KeyLog): KeyLog {
  return {
    ...log,
    read: (key) => explainedNow(() => log.read(key)),
    commit: (changes) => explainedNow(() => log.commit(changes)),
  }
}

function explainedNow<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw explain(error)
  }
}

function explained<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw explain(error)
  })
}

function explain(error: unknown): unknown {
  if (error instanceof DamagedFileError) return new DamagedKeysError(error.message)
  if (error instanceof NewerFormatError) return newerFormat(error)
  const code = systemCode(error)
  if (code === undefined || !(error instanceof Error)) return error
  return new KeysUnavailableError({ code, mayPass: passingCodes.has(code) }, error)
}
