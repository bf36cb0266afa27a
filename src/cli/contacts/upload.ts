import { contactApi } from '../../contract/api/contact-api.ts'
import type { ContactReport } from '../../contract/contacts/contact-list.ts'
import type { Client, OnceOptions } from '../client.ts'
import type { Context } from '../run.ts'
import { formatBytes } from '../terminal/format.ts'
import { startProgress } from '../terminal/progress.ts'

/** A smaller file is gone before a bar could be read. */
const PROGRESS_FROM_BYTES = 1_000_000

/**
 * Uploads a CSV. Ctrl+C ends it while the file is being sent; from then on the server imports it
 * whatever happens to the command, which waits for the result.
 */
export function createUpload({ terminal, signal }: Context, fileByteCount: number) {
  const ending = new AbortController()
  const isLong = fileByteCount >= PROGRESS_FROM_BYTES
  let isArrived = false
  let stopProgress: () => void = () => undefined
  signal.addEventListener('abort', () => {
    if (!isArrived) return ending.abort(signal.reason)
    stopProgress()
    terminal.note(
      'O arquivo já chegou inteiro, e o servidor vai importá-lo. Ctrl+C de novo sai sem esperar.',
    )
  })
  return { signal: ending.signal, send }

  async function send(
    client: Client,
    form: FormData,
    options: OnceOptions,
  ): Promise<ContactReport> {
    isArrived = false
    const progress = await startProgress({ ...terminal, isLive: terminal.isLive && isLong })
    stopProgress = progress.stop
    try {
      return await client.upload(contactApi.importContacts, form, {
        ...options,
        onSent(sent) {
          isArrived = sent >= fileByteCount
          progress.update({ value: sent, total: fileByteCount, note: describe(sent) })
        },
      })
    } finally {
      progress.stop()
    }
  }

  function describe(sent: number): string {
    if (isArrived) return 'conferindo os contatos'
    return `${formatBytes(sent)} de ${formatBytes(fileByteCount)}`
  }
}
