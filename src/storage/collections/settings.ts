import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Low } from 'lowdb'
import { z } from 'zod'
import { createDurableFile } from '../files/durable-file.ts'
import { makeFolder, removeTemporaryFiles } from '../files/durable-write.ts'

const SettingsFile = z.object({
  version: z.literal(1),
  /** Base64, by name. */
  keys: z.record(z.string(), z.base64()),
  lastCampaignNumber: z.int().min(0),
})
type SettingsFile = z.infer<typeof SettingsFile>

export type Settings = {
  /** Random bytes, made at the first call and the same ever after. */
  key(name: string, byteCount: number): Promise<Uint8Array>
  /** Counts from 1. A number that was handed out never comes again, after a crash neither. */
  nextCampaignNumber(): Promise<number>
}

/**
 * What the daemon makes up once and needs for ever.
 * @param dir the data folder
 * @throws DamagedFileError
 */
export async function openSettings(dir: string): Promise<Settings> {
  const folder = join(dir, 'db')
  await makeFolder(folder)
  await removeTemporaryFiles(folder)
  const empty: SettingsFile = { version: 1, keys: {}, lastCampaignNumber: 0 }
  const file = createDurableFile<SettingsFile>({
    path: join(folder, 'settings.json'),
    parse: (json) => SettingsFile.parse(json),
    onFailure: (stored) => {
      low.data = stored ?? empty
    },
  })
  const low = new Low<SettingsFile>(file, empty)
  await low.read()

  return { key, nextCampaignNumber }

  async function key(name: string, byteCount: number): Promise<Uint8Array> {
    const known = low.data.keys[name]
    if (known !== undefined) {
      // It may have been made a moment ago and not be on the disk yet.
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
}
