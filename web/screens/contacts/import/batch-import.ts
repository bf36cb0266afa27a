import type { ContactList, ContactReport, InvalidContact } from '#contract/contacts/contact-list.ts'
import { APPEND_BATCH_SIZE } from '#contract/limits.ts'
import type { CsvReading } from './csv-scan.ts'
import { createLostListFinder, type ImportRun, type ImportTarget } from './import-run.ts'
import type { ReadContact } from './row-tally.ts'

type Options = { readonly signal: AbortSignal }
/** The calls it makes. */
export type BatchCalls = {
  readonly create: (
    list: { readonly name: string; readonly contacts: readonly ReadContact[] },
    options: Options,
  ) => Promise<ContactReport>
  readonly append: (
    id: string,
    contacts: readonly ReadContact[],
    options: Options,
  ) => Promise<ContactReport>
  /** Newest first. */
  readonly newestLists: (limit: number) => Promise<readonly ContactList[]>
  /** Whether a failed call may have been carried out all the same. */
  readonly isUnanswered: (error: unknown) => boolean
}

/**
 * Puts contacts into a list, 500 a call: the first call makes the list unless it is there. After a
 * failure it goes on with the call that failed. Nothing comes in twice: a list keeps each phone
 * once, and a list whose creation was never answered is looked for before another is made.
 */
export function createBatchImport({
  reading,
  contacts,
  target,
  calls,
}: {
  readonly reading: Pick<CsvReading, 'validCount' | 'duplicateCount' | 'invalidCount' | 'invalid'>
  readonly contacts: readonly ReadContact[]
  readonly target: ImportTarget
  readonly calls: BatchCalls
}): ImportRun {
  const finder = createLostListFinder(calls.newestLists)
  const totalBefore = 'total' in target ? target.total : 0
  const refused: InvalidContact[] = []
  let listId = 'listId' in target ? target.listId : null
  let { name } = target
  let total = totalBefore
  let sent = 0
  let isCreationUnsure = false

  return {
    async proceed({ signal, onProgress }) {
      while (sent < contacts.length) {
        signal.throwIfAborted()
        const batch = contacts.slice(sent, sent + APPEND_BATCH_SIZE)
        take(await send(batch, { signal }), batch)
        sent += batch.length
        onProgress(progress())
      }
      return conclude()
    },
    progress,
    saved: () => (listId === null ? null : { id: listId, added: total - totalBefore }),
  }

  function progress() {
    return { kind: 'contacts', sent, total: contacts.length } as const
  }

  async function send(batch: readonly ReadContact[], options: Options): Promise<ContactReport> {
    if (listId === null && isCreationUnsure) listId = await finder.find(name)
    if (listId !== null) return await calls.append(listId, batch, options)
    await finder.prepare()
    try {
      return await calls.create({ name, contacts: batch }, options)
    } catch (error) {
      isCreationUnsure = calls.isUnanswered(error)
      throw error
    }
  }

  function take(report: ContactReport, batch: readonly ReadContact[]): void {
    listId = report.id
    name = report.name
    total = report.total
    for (const row of report.invalid) {
      const line = batch[row.index]?.line
      refused.push({ ...row, ...(line === undefined ? {} : { line }) })
    }
  }

  function conclude() {
    const added = total - totalBefore
    const { validCount, duplicateCount, invalidCount, invalid } = reading
    return {
      id: listId ?? '',
      name,
      total,
      added,
      duplicates: Math.max(0, validCount + duplicateCount - refused.length - added),
      invalidCount: invalidCount + refused.length,
      invalid: [...invalid, ...refused],
    }
  }
}
