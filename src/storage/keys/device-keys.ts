import { createHash } from 'node:crypto'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import {
  type AsideReason,
  DamagedKeysError,
  type DeviceKeys,
  type DeviceLabel,
  type KeyLog,
  KeysUnavailableError,
} from '../../domain/devices/device-keys.ts'
import type { DeviceKey } from '../../domain/messenger.ts'
import { makeFolder, replaceFile } from '../files/durable-write.ts'
import {
  DamagedFileError,
  isMissing,
  NewerFormatError,
  systemCode,
} from '../files/storage-errors.ts'
import { openKeyLog } from './key-log.ts'
import { openSpool } from './spool.ts'

const LABEL = 'device.json'

/** Codes of passing shortages of the process; any other code is about the files. */
const passingCodes: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'])

/** Each device's keys in a folder of its own: its label and its log. */
export function openDeviceKeys(authDir: string): (key: DeviceKey) => DeviceKeys {
  return (key) => {
    const folder = folderOf(authDir, key)
    return {
      findLabel: () => explained(readLabel(folder)),
      saveLabel: (label) => explained(writeLabel(folder, label)),
      open: async () => explainedLog(await explained(openKeyLog(folder))),
      openSpool: () => explained(openSpool(folder)),
      remove: () => explained(rm(folder, { recursive: true, force: true })),
      setAside: (now, why) => explained(setAside(folder, now, why)),
    }
  }
}

/** Maps a device's internal key to its folder; a key that could be a path is refused. */
function folderOf(authDir: string, key: DeviceKey): string {
  const name = /^[A-Za-z0-9_-]{1,80}$/.test(key)
    ? key
    : createHash('sha256').update(key).digest('hex')
  return join(authDir, name)
}

async function readLabel(folder: string): Promise<DeviceLabel | null> {
  let text: string
  try {
    text = await readFile(join(folder, LABEL), 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
  const label = parseLabel(text)
  if (!label) throw new DamagedKeysError(`${LABEL} of a device is no label`)
  return label
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

async function writeLabel(folder: string, label: DeviceLabel): Promise<void> {
  await makeFolder(folder)
  const path = join(folder, LABEL)
  await replaceFile({
    path,
    temporaryPath: `${path}.new`,
    fill: (file) => file.writeFile(JSON.stringify(label)),
  })
}

async function setAside(folder: string, now: Date, why: AsideReason): Promise<void> {
  await rename(folder, `${folder}.${why}-${now.toISOString().replaceAll(':', '')}`)
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
  if (error instanceof NewerFormatError) {
    return new AppError('newer_format', error.message, { cause: error })
  }
  const code = systemCode(error)
  if (code === undefined || !(error instanceof Error)) return error
  return new KeysUnavailableError({ code, mayPass: passingCodes.has(code) }, error)
}
