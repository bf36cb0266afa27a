import { AppError } from '#contract/errors.ts'
import { refusedRowsOf, scanCsv } from './csv-scan.ts'
import type { ScanMessage, ScanOrder } from './read-csv.ts'

/** Reads one file and ends: a long one must not hold the page up. */
addEventListener('message', ({ data }: MessageEvent<ScanOrder>) => {
  const post = (message: ScanMessage) => postMessage(message)
  let lastShare = -1
  const onProgress = (share: number) => {
    const percent = Math.floor(share * 100)
    if (percent === lastShare) return
    lastShare = percent
    post({ type: 'progress', share })
  }
  work(data, onProgress).then(post, (error: unknown) =>
    post({
      type: 'failed',
      code: error instanceof AppError ? error.code : 'unreadable',
      detail: String(error),
    }),
  )
})

async function work(order: ScanOrder, onProgress: (share: number) => void): Promise<ScanMessage> {
  if (order.type === 'scan') {
    return { type: 'read', reading: await scanCsv(order.file, { ...order.choices, onProgress }) }
  }
  const rows = await refusedRowsOf(order.file, { ...order.choices, onProgress })
  return { type: 'refused', rows }
}
