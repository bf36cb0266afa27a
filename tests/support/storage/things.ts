import { z } from 'zod'
import type { OwnedStore } from '../../../src/domain/store.ts'
import { openCollection } from '../../../src/storage/collections/collection.ts'

/** Records without a meaning, for tests of stores. */
export const Thing = z.object({ id: z.string(), text: z.string() })
export type Thing = z.infer<typeof Thing>

export function thing(id: number | string, text = 'text'): Thing {
  return { id: String(id), text }
}

/** The collection of things in a data folder, as a start finds it. */
export function openThings(dir: string) {
  return openCollection({ dir, name: 'things', schema: Thing })
}

export async function idsOf(store: OwnedStore<Thing>, userId: string): Promise<string[]> {
  return (await store.list(userId)).map(({ id }) => id)
}

/** Things that fill the first file and begin a second one, with no room left in either. */
export async function thingsOfTwoFiles(dir: string) {
  const store = await openThings(dir)
  await Promise.all(Array.from({ length: 70 }, (_, id) => store.save('ana', thing(id))))
  return store
}
