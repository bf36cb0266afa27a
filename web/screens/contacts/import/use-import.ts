import { useEffect, useRef, useState } from 'react'
import { CallError, sentenceOf } from '../../../api/calls/call-error.ts'
import {
  importCsvFile,
  newestLists,
  refreshContacts,
  sendContacts,
  sendNewList,
} from '../../../api/lists/contacts.ts'
import { messages } from '../../../messages.ts'
import { report } from '../../../report.ts'
import { toastDone, toastFailed } from '../../../ui/overlays/toast.ts'
import { type BatchCalls, createBatchImport } from './batch-import.ts'
import type { CsvReading } from './csv-scan.ts'
import { createFileImport } from './file-import.ts'
import type { Imported, ImportProgress, ImportRun, ImportTarget } from './import-run.ts'
import { firstChoices, type ReadChoices } from './read-choices.ts'
import { CsvFailure, readCsv, readRefusedRows } from './read-csv.ts'

/** How far a file has come on its way into a list. */
export type ImportStep =
  | { readonly at: 'choosing'; readonly failure?: string }
  | { readonly at: 'reading'; readonly file: File; readonly share: number }
  | {
      readonly at: 'preview'
      readonly file: File
      readonly reading: CsvReading
      /** What the user chose last: it is being read again while the reading shown is of before. */
      readonly choices: ReadChoices
      readonly isRereading: boolean
    }
  | {
      readonly at: 'saving'
      readonly file: File
      readonly reading: CsvReading
      readonly progress: ImportProgress
      /** Why it stands still. */
      readonly failure: string | null
    }
  | {
      readonly at: 'done'
      readonly file: File
      readonly reading: CsvReading
      readonly imported: Imported
    }

const calls: BatchCalls = {
  create: (list, options) => sendNewList(list, { ...options, origin: 'csv' }),
  append: (id, contacts, options) => sendContacts(id, contacts, { ...options, origin: 'csv' }),
  newestLists,
  isUnanswered: (error) =>
    !(error instanceof CallError) || error.status === 0 || error.status >= 500,
}

/** Reads a CSV, shows what it holds, and puts it into a list; every part of it can be stopped. */
export function useImport() {
  const [step, setStep] = useState<ImportStep>({ at: 'choosing' })
  const controller = useRef<AbortController>(null)
  const run = useRef<ImportRun>(null)
  const isNew = useRef(true)
  /** Whether the area code is the user's own, and not found out. */
  const isAreaChosen = useRef(false)
  /** Choices that follow each other before a screen is drawn add up. */
  const chosen = useRef(firstChoices)
  useEffect(() => () => controller.current?.abort(), [])

  const saved = () => run.current?.saved() ?? null
  return { step, choose, reread, refusedRows, save, proceed, stop, back, saved }

  async function choose(file: File): Promise<void> {
    isAreaChosen.current = false
    const onProgress = (share: number) => setStep({ at: 'reading', file, share })
    onProgress(0)
    await read(file, firstChoices, onProgress)
  }

  /** Reads the file of the preview again, otherwise; what was typed there stays. */
  async function reread(changed: Partial<ReadChoices>): Promise<void> {
    if (step.at !== 'preview') return
    isAreaChosen.current ||= changed.ddd !== undefined
    const choices = { ...chosen.current, ...changed }
    chosen.current = choices
    setStep({ ...step, choices, isRereading: true })
    const ddd = isAreaChosen.current ? choices.ddd : null
    await read(step.file, { ...choices, ddd }, () => undefined)
  }

  async function read(
    file: File,
    choices: ReadChoices,
    onProgress: (share: number) => void,
  ): Promise<void> {
    const signal = begin()
    try {
      const reading = await readCsv({ file, choices }, { signal, onProgress })
      chosen.current = reading.choices
      setStep({ at: 'preview', file, reading, choices: reading.choices, isRereading: false })
    } catch (error) {
      if (signal.aborted) return
      const failure = error instanceof CsvFailure ? error.message : messages.contacts.fileUnreadable
      setStep({ at: 'choosing', failure })
    }
  }

  /** The refused rows of the file, as a file; null where it cannot be read any more. */
  async function refusedRows(): Promise<Blob | null> {
    if (step.at !== 'preview' && step.at !== 'done') return null
    const { file, reading } = step
    const { signal } = new AbortController()
    return await readRefusedRows({ file, choices: reading.choices }, { signal }).catch((error) => {
      toastFailed(error instanceof CsvFailure ? error.message : messages.contacts.fileUnreadable)
      return null
    })
  }

  async function save(target: ImportTarget): Promise<void> {
    if (step.at !== 'preview') return
    const { file, reading } = step
    const { contacts } = reading
    isNew.current = !('listId' in target)
    run.current = contacts
      ? createBatchImport({ reading, contacts, target, calls })
      : createFileImport({ file, reading, target, calls: { ...calls, send: importCsvFile } })
    await go({ file, reading })
  }

  /** Goes on where a failure or a stop left off. */
  async function proceed(): Promise<void> {
    if (step.at === 'saving') await go(step)
  }

  async function go({ file, reading }: { file: File; reading: CsvReading }): Promise<void> {
    const running = run.current
    if (!running) return
    const signal = begin()
    const show = (progress: ImportProgress, failure: string | null = null) =>
      setStep({ at: 'saving', file, reading, progress, failure })
    show(running.progress())
    try {
      const imported = await running.proceed({
        signal,
        onProgress: (progress) => {
          if (!signal.aborted) show(progress)
        },
      })
      setStep({ at: 'done', file, reading, imported })
      toastDone(isNew.current ? messages.contacts.created : messages.contacts.updated)
    } catch (error) {
      show(running.progress(), signal.aborted ? 'A importação foi parada.' : failed(error))
    }
    await refreshContacts()
  }

  /** Gives up what is under way. */
  function stop(): void {
    controller.current?.abort()
    if (step.at === 'reading') setStep({ at: 'choosing' })
  }

  /** To the choice of a file. */
  function back(): void {
    controller.current?.abort()
    setStep({ at: 'choosing' })
  }

  function begin(): AbortSignal {
    controller.current?.abort()
    controller.current = new AbortController()
    return controller.current.signal
  }
}

function failed(error: unknown): string {
  if (error instanceof CallError && error.code === 'id_missing') {
    toastFailed(messages.contacts.idMissing)
    return messages.contacts.idMissing
  }
  report(messages.contacts.importFailed, error)
  toastFailed(messages.contacts.importFailed)
  return sentenceOf(error, messages.contacts.importFailed)
}
