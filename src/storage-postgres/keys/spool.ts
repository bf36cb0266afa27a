import { AppError } from '../../contract/errors.ts'
import type { Spool, SpooledEvent } from '../../domain/devices/spool.ts'
import type { PartWriter } from './part-writer.ts'

/** What is stored of one device's spool. */
export type StoredSpool = {
  readonly events: ReadonlyMap<number, SpooledEvent>
  readonly lastNumber: number
  readonly damage: string | null
}

/** Removals wait for the next event that is stored, and for no longer than this. */
const REMOVE_WITHIN_MS = 500

export function createSpool(
  { events: stored, lastNumber: last, damage }: StoredSpool,
  writer: PartWriter,
): Spool {
  const events = new Map(stored)
  let lastNumber = last
  let isClosed = false
  return { damage, add, remove, waiting: () => events, close }

  async function add(event: SpooledEvent): Promise<number> {
    if (isClosed) throw new AppError('storage_unavailable', 'the spool is closed')
    lastNumber += 1
    const number = lastNumber
    writer.change([[String(number), JSON.stringify(event)]], 0)
    await writer.stored().catch((cause: unknown) => {
      throw new AppError('storage_unavailable', 'an event could not be spooled', { cause })
    })
    events.set(number, event)
    return number
  }

  function remove(number: number): void {
    if (events.delete(number) && !isClosed)
      writer.change([[String(number), null]], REMOVE_WITHIN_MS)
  }

  /**
   * A failure is harmless: an event that is not noted as handled comes again after the next start.
   */
  async function close(): Promise<void> {
    if (isClosed) return
    isClosed = true
    await writer.release().catch(() => undefined)
  }
}
