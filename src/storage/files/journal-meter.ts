import type { LogFile } from './append-log.ts'

/** Counts the writes and syncs of journals. */
export function createJournalMeter() {
  let writeCount = 0
  let syncCount = 0
  let bytes = 0

  return { toLogFile, totals: () => ({ writeCount, syncCount, bytes }) }

  function toLogFile(file: LogFile): LogFile {
    return {
      async write(data, offset, length, position) {
        const result = await file.write(data, offset, length, position)
        writeCount += 1
        bytes += result.bytesWritten
        return result
      },
      async datasync() {
        await file.datasync()
        syncCount += 1
      },
      truncate: (length) => file.truncate(length),
      close: () => file.close(),
    }
  }
}
