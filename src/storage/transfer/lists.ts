import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredContact } from '../../domain/contacts/contact-list-store.ts'
import type { Portable, Portion } from '../../domain/transfer/portable.ts'
import type { MovedList } from '../../domain/transfer/portions.ts'
import { openCollection } from '../collections/collection.ts'
import { contactFilePath, openContactDraft, readContacts } from '../contacts/contact-file.ts'
import { ListRecord, recoverLists } from '../contacts/contact-recovery.ts'
import type { Damages } from '../damage/damages.ts'
import { createFile, makeFolder, syncFolder } from '../files/durable-write.ts'
import { unlessDamaged } from './damaged.ts'
import { inOrder, savingTogether } from './records.ts'

const FIRST_GENERATION = 1

/** Contact lists with their contacts, including removed lists that can still be brought back. */
export async function openPortableLists({
  dir,
  damages,
}: {
  readonly dir: string
  readonly damages: Damages
}): Promise<Portable<MovedList, StoredContact>> {
  const folder = join(dir, 'lists')
  await makeFolder(folder)
  const records = await openCollection({ dir, damages, name: 'lists', schema: ListRecord })
  const damaged = await recoverLists({
    ...{ folder, records, strays: damages },
    onUnfinished: () => undefined,
    onDamaged: () => undefined,
  })
  /** Lists that were read to their end once, without damage. */
  const whole = new Set<string>()
  return { dump, fill }

  async function* dump() {
    for (const { userId, record } of await inOrder(records)) {
      if (damaged.has(record.id) || !(await isWhole(record))) continue
      const { id, name, createdAt, total, fieldNames, removedAt = null } = record
      const head = { userId, id, name, createdAt, total, fieldNames, removedAt }
      yield { head, rows: rowsOf(record) }
    }
  }

  /**
   * Reads a list to its end before it is moved: the part before the damage would count as the whole
   * list.
   */
  async function isWhole(record: ListRecord): Promise<boolean> {
    if (whole.has(record.id)) return true
    const read = await unlessDamaged(damages, async () => {
      for await (const _ of rowsOf(record));
      return true
    })
    if (read) whole.add(record.id)
    return read === true
  }

  async function* rowsOf({ id, generation, bytes }: ListRecord) {
    const path = contactFilePath(folder, id, generation)
    const file = await open(path, 'r')
    try {
      yield* readContacts(file, { path, to: bytes })
    } finally {
      await file.close()
    }
  }

  async function fill(portions: AsyncIterable<Portion<MovedList, StoredContact>>): Promise<void> {
    const saving = savingTogether(records)
    for await (const { head, rows } of portions) {
      const { userId, id, name, createdAt, total, fieldNames, removedAt } = head
      const extent = await write(id, { total, fieldNames: [...fieldNames] }, rows)
      await saving.save(userId, {
        ...{ id, name, createdAt, total, fieldNames: [...fieldNames], ...extent },
        ...(removedAt !== null && { removedAt }),
      })
    }
    await saving.flush()
  }

  async function write(
    id: string,
    totals: Pick<ListRecord, 'total' | 'fieldNames'>,
    rows: AsyncIterable<readonly StoredContact[]>,
  ) {
    const pathOf = (generation: number) => contactFilePath(folder, id, generation)
    const file = await createFile(pathOf(FIRST_GENERATION))
    await file.close()
    const draft = await openContactDraft({
      pathOf,
      extent: { generation: FIRST_GENERATION, bytes: 0 },
    })
    try {
      for await (const some of rows) for (const contact of some) await draft.add(contact)
      return await draft.finish(totals)
    } finally {
      await draft.close()
      await syncFolder(folder)
    }
  }
}
