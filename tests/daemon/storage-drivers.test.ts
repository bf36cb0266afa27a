import { expect, test } from 'vitest'
import type { Storage } from '../../src/daemon/storage/storage.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'
import { fill, storageOf, viewOf } from '../support/storage/lived-in-folder.ts'
import { aNodeOver } from '../support/storage/nodes.ts'
import { dropDatabasesAfterwards } from '../support/storage/postgres.ts'

dropDatabasesAfterwards()

/** Parts of a view that differ between storages: names and secrets that each makes up. */
const ownOnes = ['db/uploads', 'db/settings.json']

async function sharedViewOf(storage: Storage) {
  const view = new Map(await viewOf(storage))
  for (const part of ownOnes) view.delete(part)
  return view
}

type Opened = { readonly storage: Storage; readonly close: () => Promise<void> }

/** Opens each driver over what an earlier opening of it left in the same folder. */
const drivers: Readonly<Record<string, (dir: string) => Promise<Opened>>> = {
  'a data folder': async (dir) => {
    const storage = await storageOf(dir)
    return { storage, close: storage.close }
  },
  'a database': async (dir) => {
    const { front, close } = await aNodeOver(dir)
    return { storage: front, close }
  },
  'an account’s part of a database': async (dir) => {
    const { accountOf, leave, close } = await aNodeOver(dir)
    const storage = await accountOf('ana')
    return {
      storage,
      close: async () => {
        await storage.close()
        await leave()
        await close()
      },
    }
  },
}

test('every driver shows the same of one life, also when it is opened again', async () => {
  const views = new Map<string, unknown>()
  for (const [name, open] of Object.entries(drivers)) {
    const dir = await aDataFolder()
    const { storage, close } = await open(dir)
    await fill(storage)
    const before = await sharedViewOf(storage)
    await close()
    const again = await open(dir)
    expect(await sharedViewOf(again.storage)).toEqual(before)
    expect(again.storage.isWritable()).toBe(true)
    await again.close()
    views.set(name, before)
  }
  for (const view of views.values()) expect(view).toEqual(views.get('a data folder'))
})
