import { type ErrorCode, errorCatalogue } from '#contract/errors.ts'
import { messages } from '../../../messages.ts'
import { report } from '../../../report.ts'
import type { CsvReading } from './csv-scan.ts'
import type { ReadChoices } from './read-choices.ts'

export type ScanOrder =
  | { readonly type: 'scan'; readonly file: File; readonly choices: ReadChoices }
  | { readonly type: 'refused'; readonly file: File; readonly choices: CsvReading['choices'] }
export type ScanMessage =
  | { readonly type: 'progress'; readonly share: number }
  | { readonly type: 'read'; readonly reading: CsvReading }
  | { readonly type: 'refused'; readonly rows: Blob }
  | {
      readonly type: 'failed'
      readonly code: ErrorCode | 'unreadable'
      readonly detail: string
    }
type Done = Exclude<ScanMessage, { type: 'progress' | 'failed' }>

/** A file that cannot be read; `message` is a sentence for the user. */
export class CsvFailure extends Error {}

type Options = { readonly signal: AbortSignal; readonly onProgress?: (share: number) => void }

/**
 * Reads a file of contacts beside the page, which stays free however long the file is.
 * @throws CsvFailure, or the signal's reason
 */
export async function readCsv(
  order: { readonly file: File; readonly choices: ReadChoices },
  options: Options,
): Promise<CsvReading> {
  const done = await runWorker({ type: 'scan', ...order }, options)
  if (done.type !== 'read') throw new Error('the worker did something else')
  return done.reading
}

/** The rows of a file that an import refuses, as a file. @throws CsvFailure */
export async function readRefusedRows(
  order: { readonly file: File; readonly choices: CsvReading['choices'] },
  options: Options,
): Promise<Blob> {
  const done = await runWorker({ type: 'refused', ...order }, options)
  if (done.type !== 'refused') throw new Error('the worker did something else')
  return done.rows
}

function runWorker(
  order: ScanOrder,
  { signal, onProgress = () => undefined }: Options,
): Promise<Done> {
  return new Promise<Done>((resolve, reject) => {
    const worker = new Worker(new URL('./csv-scan.worker.ts', import.meta.url), { type: 'module' })
    const fail = (sentence: string) => {
      worker.terminate()
      reject(new CsvFailure(sentence))
    }
    worker.onmessage = ({ data: message }: MessageEvent<ScanMessage>) => {
      if (message.type === 'progress') return onProgress(message.share)
      if (message.type === 'failed') return fail(sentenceOf(message))
      worker.terminate()
      resolve(message)
    }
    worker.onerror = ({ message }) =>
      fail(sentenceOf({ type: 'failed', code: 'unreadable', detail: message }))
    signal.addEventListener(
      'abort',
      () => {
        worker.terminate()
        reject(signal.reason)
      },
      { once: true },
    )
    worker.postMessage(order)
  })
}

function sentenceOf({ code, detail }: Extract<ScanMessage, { type: 'failed' }>): string {
  if (code !== 'unreadable') return errorCatalogue[code].text
  report(messages.contacts.fileUnreadable, detail)
  return messages.contacts.fileUnreadable
}
