import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ContactList } from '../../contract/contacts/contact-list.ts'
import type { OwnedStore } from '../../domain/store.ts'
import type { Damages } from '../damage/damages.ts'
import { DamagedFileError, isMissing, unreadable } from '../files/storage-errors.ts'
import {
  contactFilePath,
  contactFilePattern,
  type Extent,
  recoverContactFile,
} from './contact-file.ts'

/** A list without its contacts, as it is stored. */
export const ListRecord = ContactList.extend({
  /** Headers of the further columns seen so far. */
  fieldNames: z.array(z.string()),
  generation: z.int().min(1),
  bytes: z.int().min(0),
  removedAt: z.iso.datetime().nullable().exactOptional(),
})
export type ListRecord = z.infer<typeof ListRecord>

/**
 * Repairs the lists after a crash: records finished changes, undoes unfinished ones, and moves
 * stray files aside.
 * @returns why lists cannot be used, by their id
 * @throws NewerFormatError
 */
export async function recoverLists({
  folder,
  records,
  strays,
  onUnfinished,
  onDamaged,
}: {
  readonly folder: string
  readonly records: OwnedStore<ListRecord>
  readonly strays: Pick<Damages, 'stray' | 'report'>
  readonly onUnfinished: (lost: { readonly listId: string; readonly bytesLost: number }) => void
  readonly onDamaged: (error: DamagedFileError) => void
}): Promise<Map<string, DamagedFileError>> {
  const damaged = new Map<string, DamagedFileError>()
  const generations = new Map<string, number>()
  const files = await listFiles(folder)
  for (const { userId, record } of await records.listAll()) {
    try {
      generations.set(record.id, await recoverList(userId, record))
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error
      damaged.set(record.id, error)
      // The removal of an account was cut off here, and goes on later.
      if (error instanceof MissingFileError && record.removedAt) continue
      onDamaged(error)
      await strays.report(error.path, error.message)
    }
  }
  for (const { name, listId, generation } of files) {
    // Keeps all files of a damaged list, since a repair may need them.
    if (generations.get(listId) === generation || damaged.has(listId)) continue
    await strays.stray(join(folder, name))
  }
  return damaged

  /** @returns the generation whose file holds the contacts */
  async function recoverList(userId: string, record: ListRecord): Promise<number> {
    const { generation, bytes } = extentOf(record)
    const path = contactFilePath(folder, record.id, generation)
    const { noted, bytesLost } = await recoverOrDamaged(path, bytes)
    if (bytesLost > 0) onUnfinished({ listId: record.id, bytesLost })
    if (!noted && generation !== record.generation) {
      throw new DamagedFileError(path, 'no change of it was ever finished')
    }
    if (noted) await records.save(userId, { ...record, ...noted, generation })
    return generation
  }

  /** Records restored from an older backup may name a generation that was rewritten since. */
  function extentOf({ id, generation, bytes }: ListRecord): Extent {
    const own = files.filter(({ listId }) => listId === id).map((file) => file.generation)
    if (own.includes(generation)) return { generation, bytes }
    const newest = Math.max(...own, generation)
    return newest === generation ? { generation, bytes } : { generation: newest, bytes: 0 }
  }
}

/** Maps the failure to read a list to an AppError; damage is also reported to the operator. */
export async function toListError(
  error: unknown,
  damages: Pick<Damages, 'report'>,
): Promise<unknown> {
  if (error instanceof DamagedFileError) await damages.report(error.path, error.message)
  return unreadable(error, 'list_damaged')
}

class MissingFileError extends DamagedFileError {}

async function recoverOrDamaged(path: string, from: number) {
  try {
    return await recoverContactFile(path, from)
  } catch (error) {
    if (isMissing(error)) throw new MissingFileError(path, 'the file is missing')
    if (error instanceof z.ZodError) throw new DamagedFileError(path, error.message)
    throw error
  }
}

async function listFiles(folder: string) {
  return (await readdir(folder)).flatMap((name) => {
    const [, listId = '', generation = ''] = contactFilePattern.exec(name) ?? []
    return listId === '' ? [] : [{ name, listId, generation: Number(generation) }]
  })
}

export function toList({ id, name, createdAt, total }: ListRecord): ContactList {
  return { id, name, createdAt, total }
}
