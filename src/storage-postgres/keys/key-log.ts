import { type KeyLog, KeysUnavailableError } from '../../domain/devices/device-keys.ts'
import type { PackedRows } from './packed-rows.ts'
import type { PartWriter } from './part-writer.ts'

/** Changes wait so long for others, to be stored in one transaction. */
const COMMIT_WITHIN_MS = 50

/** Keys of one device, all in memory: the memory is a little ahead of the database. */
export function createKeyLog({
  rows,
  writer,
  failure,
}: {
  readonly rows: PackedRows
  readonly writer: PartWriter
  /** Why changes are not stored any more; null while they are. */
  readonly failure: () => Error | null
}): KeyLog {
  let isClosed = false
  return {
    has: rows.has,
    names: rows.names,
    read,
    commit,
    sync: () => writer.stored().catch(refuse),
    close,
    hasFailed: () => failure() !== null,
  }

  function read(name: string): string | undefined {
    refuseClosed()
    return rows.read(name)
  }

  function commit(changes: Parameters<KeyLog['commit']>[0]): void {
    if (changes.length === 0) return
    const failed = failure()
    if (failed) throw unavailable(failed)
    refuseClosed()
    for (const { key, value } of changes) {
      if (value === null) rows.remove(key)
      else rows.set(key, value)
    }
    writer.change(
      changes.map(({ key, value }) => [key, value] as const),
      COMMIT_WITHIN_MS,
    )
  }

  async function close(): Promise<void> {
    if (isClosed) return
    isClosed = true
    await writer.release().catch(refuse)
  }

  function refuseClosed(): void {
    if (isClosed) throw new Error('the key log is closed')
  }
}

function refuse(error: unknown): never {
  throw error instanceof Error ? unavailable(error) : error
}

/** Marks the failure as passing: the database or the lease may be back a moment later. */
export function unavailable(error: Error): KeysUnavailableError {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'unexpected'
  return new KeysUnavailableError({ code, mayPass: true }, error)
}
