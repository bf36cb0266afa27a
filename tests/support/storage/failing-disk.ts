import type { LogFile } from '../../../src/storage/files/append-log.ts'

type Operation = 'write' | 'datasync' | 'truncate'

/** A real file whose operations fail on demand. A failed write has written half of its bytes. */
export function aFailingDisk() {
  const failing = new Set<Operation>()
  const broken = new Set<Operation>()
  let syncs = 0

  return {
    toLogFile,
    failNext: (...operations: Operation[]) => {
      for (const operation of operations) failing.add(operation)
    },
    failAll: (operation: Operation) => broken.add(operation),
    /** From now on nothing fails any more. */
    repair: () => broken.clear(),
    syncCount: () => syncs,
  }

  function toLogFile(file: LogFile): LogFile {
    return {
      write: async (bytes, offset, length, position) => {
        if (!failing.has('write')) return file.write(bytes, offset, length, position)
        await file.write(bytes, offset, Math.ceil(length / 2), position)
        return fail('write')
      },
      datasync: async () => {
        syncs += 1
        if (failing.has('datasync') || broken.has('datasync')) fail('datasync')
        await file.datasync()
      },
      truncate: async (length) => {
        if (failing.has('truncate')) fail('truncate')
        await file.truncate(length)
      },
      close: () => file.close(),
    }
  }

  function fail(operation: Operation): never {
    failing.delete(operation)
    throw Object.assign(new Error(`${operation} failed`), { code: 'ENOSPC' })
  }
}
