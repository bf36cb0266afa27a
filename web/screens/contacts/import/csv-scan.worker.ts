import { CsvUnreadable, scanCsv } from './csv-scan.ts'
import type { ScanMessage, ScanOrder } from './read-csv.ts'

/** Reads one file and ends: a long one must not hold the page up. */
addEventListener('message', ({ data }: MessageEvent<ScanOrder>) => {
  const tell = (news: ScanMessage) => postMessage(news)
  let told = -1
  const onProgress = (share: number) => {
    const percent = Math.floor(share * 100)
    if (percent === told) return
    told = percent
    tell({ type: 'progress', share })
  }
  scanCsv(data.file, { columns: data.columns, onProgress }).then(
    (reading) => tell({ type: 'read', reading }),
    (error: unknown) =>
      tell({
        type: 'failed',
        code: error instanceof CsvUnreadable ? error.code : 'unreadable',
        detail: String(error),
      }),
  )
})
