import { rm } from 'node:fs/promises'
import type { AppendResult } from '../../domain/contacts/contact-list-store.ts'
import type { PhoneSet } from '../../domain/contacts/phone-set.ts'
import type { Serially } from '../../domain/serial.ts'
import type { OwnedStore } from '../../domain/store.ts'
import { mayBeStored, storageUnavailable, storageUnsettled } from '../files/storage-errors.ts'
import { type ContactDraft, contactFilePath, openContactDraft } from './contact-file.ts'
import type { ListRecord } from './contact-recovery.ts'

/** The list after a change. */
type Changed<Result> = {
  readonly result: Result
  readonly noted: Partial<ListRecord> | null
  readonly phones?: PhoneSet
}

type Work<Result> = (record: ListRecord, draft: ContactDraft) => Promise<Changed<Result>>

/** Carries out changes of lists, one at a time for each; a failure leaves the list as it was. */
export function createListChanges({
  folder,
  records,
  cache,
  serially,
  getWhole,
}: {
  readonly folder: string
  readonly records: Pick<OwnedStore<ListRecord>, 'save'>
  /** The phones of lists in use. */
  readonly cache: { put(id: string, phones: PhoneSet): void; drop(id: string): void }
  readonly serially: Serially
  readonly getWhole: (userId: string, id: string) => Promise<ListRecord>
}) {
  /** Lists whose record on the disk may be that of a refused change. */
  const unsettled = new Set<string>()

  return async function change<Result = AppendResult>(
    userId: string,
    id: string,
    work: Work<Result>,
  ): Promise<Result> {
    return serially(id, async () => {
      const record = await getWhole(userId, id)
      await settle(userId, record)
      const draft = await openDraft(record)
      const { result, noted, phones } = await carryOut(userId, { record, draft, work })
      await draft.close()
      if (phones) cache.put(id, phones)
      const isMoved = noted?.generation !== undefined && noted.generation !== record.generation
      if (isMoved) await rm(contactFilePath(folder, id, record.generation), { force: true })
      return result
    })
  }

  /**
   * Saves the record again where the disk may hold that of a refused change: that one needs what
   * the change left in the file, which the next change would cut off.
   */
  async function settle(userId: string, record: ListRecord): Promise<void> {
    if (!unsettled.has(record.id)) return
    await records.save(userId, record)
    unsettled.delete(record.id)
  }

  async function carryOut<Result>(
    userId: string,
    {
      record,
      draft,
      work,
    }: {
      readonly record: ListRecord
      readonly draft: ContactDraft
      readonly work: Work<Result>
    },
  ): Promise<Changed<Result>> {
    try {
      const changed = await work(record, draft)
      if (changed.noted) await records.save(userId, { ...record, ...changed.noted })
      return changed
    } catch (error) {
      cache.drop(record.id)
      if (mayBeStored(error)) {
        // The next start may find the new record, which needs the file as the change left it.
        unsettled.add(record.id)
        await draft.close()
      } else await takeBack(record.id, draft)
      throw error
    }
  }

  /**
   * Undoes a refused change in the file.
   * @throws AppError `storage_unsettled` where that fails: the next start may take the rest for a
   * finished change
   */
  async function takeBack(id: string, draft: ContactDraft): Promise<void> {
    try {
      await draft.abandon()
    } catch (error) {
      throw storageUnsettled(`a refused change of list ${id} stands in its file`, error)
    }
  }

  async function openDraft(record: ListRecord): Promise<ContactDraft> {
    try {
      return await openContactDraft({
        pathOf: (generation) => contactFilePath(folder, record.id, generation),
        extent: record,
      })
    } catch (error) {
      throw storageUnavailable(
        `cannot open ${contactFilePath(folder, record.id, record.generation)}`,
        error,
      )
    }
  }
}
