import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ContactList } from '../../contract/contact-list.ts'
import type { OwnedStore } from '../../domain/store.ts'
import { DamagedFileError, isMissing } from '../files/storage-errors.ts'
import { contactFilePath, contactFilePattern, recoverContactFile } from './contact-file.ts'

/** A list without its contacts, as it is kept. */
export const ListRecord = ContactList.extend({
  /** Headers of the further columns seen so far. */
  fieldNames: z.array(z.string()),
  generation: z.int().min(1),
  bytes: z.int().min(0),
})
export type ListRecord = z.infer<typeof ListRecord>

/**
 * After a crash: notes changes that were finished, takes back those that were not, and clears
 * away files that belong to no list.
 * @returns why lists cannot be used, by their id
 */
export async function recoverLists({
  folder,
  records,
  onUnfinished,
  onDamaged,
}: {
  readonly folder: string
  readonly records: OwnedStore<ListRecord>
  readonly onUnfinished: (lost: { readonly listId: string; readonly bytesLost: number }) => void
  readonly onDamaged: (error: DamagedFileError) => void
}): Promise<Map<string, DamagedFileError>> {
  const damaged = new Map<string, DamagedFileError>()
  const generations = new Map<string, number>()
  for (const { userId, record } of await records.listAll()) {
    generations.set(record.id, record.generation)
    try {
      await recoverList(userId, record)
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error
      damaged.set(record.id, error)
      onDamaged(error)
    }
  }
  await removeStrays(folder, generations)
  return damaged

  async function recoverList(userId: string, record: ListRecord): Promise<void> {
    const path = contactFilePath(folder, record.id, record.generation)
    const { noted, bytesLost } = await recoverOrDamaged(path, record.bytes)
    if (bytesLost > 0) onUnfinished({ listId: record.id, bytesLost })
    if (noted) await records.save(userId, { ...record, ...noted })
  }
}

async function recoverOrDamaged(path: string, from: number) {
  try {
    return await recoverContactFile(path, from)
  } catch (error) {
    if (isMissing(error)) throw new DamagedFileError(path, 'the file is missing')
    if (error instanceof z.ZodError) throw new DamagedFileError(path, error.message)
    throw error
  }
}

async function removeStrays(
  folder: string,
  generations: ReadonlyMap<string, number>,
): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, listId = '', generation = ''] = contactFilePattern.exec(name) ?? []
    if (listId === '' || generations.get(listId) === Number(generation)) continue
    await rm(join(folder, name), { force: true })
  }
}
