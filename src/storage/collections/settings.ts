import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Low } from 'lowdb'
import { type Damages, openDamages } from '../damage/damages.ts'
import { createDurableFile } from '../files/durable-file.ts'
import { makeFolder, removeTemporaryFiles } from '../files/durable-write.ts'
import { copyAsLast, lastPathOf, readLastGood } from './last-good.ts'
import {
  completeSettings,
  encodeSettings,
  readSettings,
  type SettingsContent,
} from './settings-file.ts'

export type SettingsFile = {
  /** Returns random bytes, made at the first call and the same from then on. */
  key(name: string, byteCount: number): Promise<Uint8Array>
  /** Counts from 1. A number is never handed out twice, not even after a crash. */
  nextCampaignNumber(): Promise<number>
  lastCampaignNumber(): number
  /** Skips the numbers up to this one. */
  skipCampaignNumbers(upTo: number): Promise<void>
  /** Whether the stored number may be older than the last one handed out. */
  readonly isRepaired: boolean
  readonly isNew: boolean
}

/**
 * Opens the settings: secrets and the number of the last campaign.
 * @throws NewerFormatError
 */
export async function openSettings({
  dir,
  damages: given,
}: {
  /** The data folder. */
  readonly dir: string
  readonly damages?: Damages
}): Promise<SettingsFile> {
  const folder = join(dir, 'db')
  await makeFolder(join(folder, 'last'))
  await removeTemporaryFiles(folder)
  const path = join(folder, 'settings.json')
  const empty: SettingsContent = { keys: {}, lastCampaignNumber: 0 }
  const damages = given ?? (await openDamages({ dir }))
  let isRepaired = false
  const file = createDurableFile<SettingsContent>({
    path,
    lastPath: lastPathOf(path),
    load,
    encode: encodeSettings,
    onFailure: (stored) => {
      low.data = stored ?? empty
    },
  })
  const low = new Low<SettingsContent>(file, empty)
  await low.read()
  const isNew = file.stored() === null
  if (isRepaired) await low.write()
  else if (file.stored()) await copyAsLast(path)

  return {
    key,
    nextCampaignNumber,
    lastCampaignNumber: () => low.data.lastCampaignNumber,
    skipCampaignNumbers,
    isRepaired,
    isNew,
  }

  async function load(): Promise<SettingsContent | null> {
    const found = await readLastGood({
      path,
      read: readSettings,
      complete: completeSettings,
      damages,
    })
    isRepaired = found?.isRepaired ?? false
    return found && { ...found.data, lastCampaignNumber: found.data.lastCampaignNumber ?? 0 }
  }

  async function key(name: string, byteCount: number): Promise<Uint8Array> {
    const known = low.data.keys[name]
    if (known !== undefined) {
      // The key may be new, and not on the disk yet.
      if (file.stored()?.keys[name] !== known) await low.write()
      return Buffer.from(known, 'base64')
    }
    const bytes = randomBytes(byteCount)
    const keys = { ...low.data.keys, [name]: bytes.toString('base64') }
    low.data = { ...low.data, keys }
    await low.write()
    return bytes
  }

  async function nextCampaignNumber(): Promise<number> {
    const lastCampaignNumber = low.data.lastCampaignNumber + 1
    low.data = { ...low.data, lastCampaignNumber }
    await low.write()
    return lastCampaignNumber
  }

  async function skipCampaignNumbers(upTo: number): Promise<void> {
    if (upTo <= low.data.lastCampaignNumber) return
    low.data = { ...low.data, lastCampaignNumber: upTo }
    await low.write()
  }
}
