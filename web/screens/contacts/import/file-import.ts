import type { ContactList, ContactReport } from '#contract/contacts/contact-list.ts'
import type { CsvReading } from './csv-scan.ts'
import { createLostListFinder, type ImportRun, type ImportTarget } from './import-run.ts'

/** The calls it makes. */
export type FileCalls = {
  readonly send: (
    input: {
      readonly file: File
      readonly target: ImportTarget
      readonly choices: CsvReading['choices']
    },
    options: { readonly onProgress: (share: number) => void; readonly signal: AbortSignal },
  ) => Promise<ContactReport>
  /** Newest first. */
  readonly newestLists: (limit: number) => Promise<readonly ContactList[]>
  /** Whether a failed call may have been carried out all the same. */
  readonly isUnanswered: (error: unknown) => boolean
}

/** Sends a file as a whole to a list; another try after a lost answer goes to the list it made. */
export function createFileImport({
  file,
  reading,
  target,
  calls,
}: {
  readonly file: File
  readonly reading: Pick<CsvReading, 'choices' | 'validCount' | 'duplicateCount' | 'invalidCount'>
  readonly target: ImportTarget
  readonly calls: FileCalls
}): ImportRun {
  const finder = createLostListFinder(calls.newestLists)
  let destination = target
  let share = 0
  let isUnsure = false

  return { proceed, progress: () => ({ kind: 'file', share }), saved: () => null }

  async function proceed({ signal, onProgress }: Parameters<ImportRun['proceed']>[0]) {
    await prepare()
    share = 0
    try {
      const report = await calls.send(
        { file, target: destination, choices: reading.choices },
        {
          signal,
          onProgress: (left) => {
            share = left
            onProgress({ kind: 'file', share })
          },
        },
      )
      return conclude(report)
    } catch (error) {
      isUnsure = calls.isUnanswered(error)
      throw error
    }
  }

  async function prepare(): Promise<void> {
    if ('listId' in destination) return
    await finder.prepare()
    const { name } = destination
    const listId = isUnsure ? await finder.find(name) : null
    if (listId !== null) destination = { listId, name, total: 0 }
  }

  function conclude({ id, name, total, invalid }: ContactReport) {
    const added = total - ('total' in target ? target.total : 0)
    const { validCount, duplicateCount, invalidCount } = reading
    const duplicates = Math.max(0, validCount + duplicateCount - added)
    return { id, name, total, added, duplicates, invalid, invalidCount }
  }
}
