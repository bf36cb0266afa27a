import type { CsvColumns } from '#contract/csv/columns.ts'
import { errorCatalogue } from '#contract/errors.ts'
import { messages } from '../../../messages.ts'
import { report } from '../../../report.ts'
import type { CsvReading } from './csv-scan.ts'

export type ScanOrder = { readonly file: File; readonly columns: CsvColumns | null }
export type ScanMessage =
  | { readonly type: 'progress'; readonly share: number }
  | { readonly type: 'read'; readonly reading: CsvReading }
  | {
      readonly type: 'failed'
      readonly code: 'not_csv' | 'file_empty' | 'unreadable'
      readonly detail: string
    }

/** A file that cannot be read; `message` is a sentence for the user. */
export class CsvFailure extends Error {}

/**
 * Reads a CSV beside the page, which stays free however long the file is.
 * @throws CsvFailure, or the signal's reason
 */
export function readCsv(
  order: ScanOrder,
  {
    signal,
    onProgress,
  }: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
): Promise<CsvReading> {
  return new Promise<CsvReading>((resolve, reject) => {
    const worker = new Worker(new URL('./csv-scan.worker.ts', import.meta.url), { type: 'module' })
    const fail = (sentence: string) => {
      worker.terminate()
      reject(new CsvFailure(sentence))
    }
    worker.onmessage = ({ data: news }: MessageEvent<ScanMessage>) => {
      if (news.type === 'progress') onProgress(news.share)
      if (news.type === 'failed') fail(sentenceOf(news))
      if (news.type !== 'read') return
      worker.terminate()
      resolve(news.reading)
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
