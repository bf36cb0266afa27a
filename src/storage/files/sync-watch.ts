import type { LogFile } from './append-log.ts'

/** Tracks the logs that cannot be synced at the moment, and reports each once. */
export function createSyncWatch({
  onFailure,
  onEnd,
}: {
  readonly onFailure: (path: string, error: unknown) => void
  /** Called when a log syncs again or is closed. */
  readonly onEnd: (path: string) => void
}) {
  /** Open files whose last sync failed; a log that is opened anew has two for a while. */
  const failing = new Map<string, number>()

  return { toLogFile, failingCount: () => failing.size }

  function toLogFile(file: LogFile, path: string): LogFile {
    let isFailing = false
    return {
      write: (bytes, offset, length, position) => file.write(bytes, offset, length, position),
      truncate: (length) => file.truncate(length),
      async datasync() {
        try {
          await file.datasync()
        } catch (error) {
          if (!isFailing) add(path, error)
          isFailing = true
          throw error
        }
      },
      async close() {
        if (isFailing) remove(path)
        isFailing = false
        await file.close()
      },
    }
  }

  function add(path: string, error: unknown): void {
    const count = failing.get(path) ?? 0
    failing.set(path, count + 1)
    if (count === 0) onFailure(path, error)
  }

  function remove(path: string): void {
    const count = failing.get(path) ?? 0
    if (count > 1) {
      failing.set(path, count - 1)
      return
    }
    failing.delete(path)
    onEnd(path)
  }
}
