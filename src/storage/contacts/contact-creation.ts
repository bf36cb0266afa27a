import { rm } from 'node:fs/promises'
import type { AppendInput, AppendResult } from '../../domain/contacts/contact-list-store.ts'
import { createPhoneSet, type PhoneSet } from '../../domain/contacts/phone-set.ts'
import { createFile, syncFolder } from '../files/durable-write.ts'
import { storageUnavailable } from '../files/storage-errors.ts'
import { createContactChange } from './contact-change.ts'
import type { ContactDraft, Extent, Totals } from './contact-file.ts'
import { contactFilePath, openContactDraft } from './contact-file.ts'

const FIRST_GENERATION = 1

/**
 * Writes the contacts of a new list in one go. The list exists only once its record is saved: after
 * a crash before that the file is a stray, and is cleared away.
 */
export async function writeNewList({
  folder,
  id,
  contacts,
  onDuplicate,
  maxContacts,
}: AppendInput & {
  readonly folder: string
  readonly id: string
  readonly maxContacts: number
}): Promise<{
  readonly noted: Totals & Extent
  readonly result: AppendResult
  readonly phones: PhoneSet
}> {
  const pathOf = (generation: number) => contactFilePath(folder, id, generation)
  const path = pathOf(FIRST_GENERATION)
  const draft = await openEmpty(pathOf)
  const phones = createPhoneSet()
  const before = { total: 0, fieldNames: [] }
  const work = createContactChange({ draft, phones, before, maxContacts })
  try {
    await (onDuplicate === 'update' ? work.update(contacts) : work.keep(contacts))
    const noted = await work.finish()
    await draft.close()
    if (noted.generation !== FIRST_GENERATION) await rm(path, { force: true })
    else await syncFolder(folder).catch(refused)
    return { noted, result: work.result(), phones }
  } catch (error) {
    // A file that cannot be removed is a stray: no record names it.
    await draft.abandon().catch(() => undefined)
    await rm(path, { force: true }).catch(() => undefined)
    throw error
  }
}

async function openEmpty(pathOf: (generation: number) => string): Promise<ContactDraft> {
  const path = pathOf(FIRST_GENERATION)
  try {
    const file = await createFile(path)
    await file.close()
    return await openContactDraft({ pathOf, extent: { generation: FIRST_GENERATION, bytes: 0 } })
  } catch (error) {
    throw storageUnavailable(`cannot write ${path}`, error)
  }
}

function refused(error: unknown): never {
  throw storageUnavailable('cannot write a new list', error)
}
