import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { alone, type Portable } from '../../domain/transfer/portable.ts'
import type { MovedSettings } from '../../domain/transfer/portions.ts'
import { openSettings } from '../collections/settings.ts'
import { encodeSettings, readSettings } from '../collections/settings-file.ts'
import type { Damages } from '../damage/damages.ts'
import { makeFolder, replaceFile, writeAll } from '../files/durable-write.ts'
import { isMissing } from '../files/storage-errors.ts'

/** The secrets of a data folder, and the number of its last campaign. */
export function portableSettings({
  dir,
  damages,
}: {
  readonly dir: string
  readonly damages: Damages
}): Portable<MovedSettings> {
  const path = join(dir, 'db', 'settings.json')
  return { dump, fill }

  async function* dump() {
    // A damaged file is completed by its last version.
    const { lastCampaignNumber } = await openSettings({ dir, damages })
    yield alone({ keys: sorted(await readKeys()), lastCampaignNumber: lastCampaignNumber() })
  }

  async function readKeys(): Promise<MovedSettings['keys']> {
    try {
      return readSettings(await readFile(path), path).data.keys
    } catch (error) {
      if (isMissing(error)) return {}
      throw error
    }
  }

  async function fill(portions: Parameters<Portable<MovedSettings>['fill']>[0]): Promise<void> {
    await makeFolder(join(dir, 'db'))
    for await (const { head } of portions) {
      const bytes = Buffer.from(encodeSettings(head))
      await replaceFile({
        ...{ path, temporaryPath: `${path}.tmp` },
        fill: (file) => writeAll(file, bytes, 0),
      })
    }
  }
}

function sorted(keys: MovedSettings['keys']): MovedSettings['keys'] {
  return Object.fromEntries(Object.entries(keys).sort(([one], [other]) => (one < other ? -1 : 1)))
}
