import { rename } from 'node:fs/promises'
import type { Spool, SpooledEvent } from '../../domain/devices/spool.ts'
import { makeFolder } from '../files/durable-write.ts'
import { type FileFormat, unchanged } from '../files/file-format.ts'
import { createSegmentFiles } from '../files/segment-files.ts'
import { openSegments, type SegmentPlace } from '../files/segments.ts'
import { DamagedFileError } from '../files/storage-errors.ts'
import { AddedLine, HandledLine } from './spooled-event.ts'

export const format: FileFormat = { name: 'device-spool', migrations: [unchanged] }

/** A segment of this size is followed by a new one, and deleted once all of it was handled. */
const SEGMENT_BYTES = 1 << 20
/** Size from which a segment without waiting events is followed by a new one. */
const SLACK_BYTES = 64 << 10
/** Handled numbers are written together: each line costs a sync. */
const HANDLED_DELAY_MS = 500

const spoolFiles = (folder: string) => createSegmentFiles({ folder, prefix: 'spool-', digits: 8 })

/** Opens the spool in a device's folder; a damaged one is put aside, and an empty one begun. */
export async function openSpool(folder: string): Promise<Spool> {
  await makeFolder(folder)
  try {
    return { ...(await loadSpool(folder)), damage: null }
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error
    await putAside(folder)
    return { ...(await loadSpool(folder)), damage: error.message }
  }
}

/** Whether a file of a device's folder is a spool that nobody could read. */
export function isAsideSpool(name: string): boolean {
  return /^spool-\d+\.ndjson\.unreadable-/.test(name)
}

async function putAside(folder: string): Promise<void> {
  const files = spoolFiles(folder)
  const mark = new Date().toISOString().replaceAll(':', '')
  for (const number of await files.list()) {
    await rename(files.pathOf(number), `${files.pathOf(number)}.unreadable-${mark}`)
  }
}

async function loadSpool(folder: string): Promise<Omit<Spool, 'damage'>> {
  const events = new Map<number, SpooledEvent>()
  /** The segment of each waiting event; segments before the oldest of these can go. */
  const segmentOf = new Map<number, number>()
  let lastNumber = 0
  let handled: number[] = []
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const segments = await openSegments({
    files: spoolFiles(folder),
    format,
    isFull: ({ bytes }) => bytes >= (events.size === 0 ? SLACK_BYTES : SEGMENT_BYTES),
    onLine: load,
    // A torn line was never acknowledged: WhatsApp sends that event again.
    onTornLine: () => undefined,
  })
  return { add, remove, waiting: () => events, close }

  function load(value: unknown, { segment, offset }: SegmentPlace): void {
    const added = AddedLine.safeParse(value)
    if (added.success) {
      const { number, event } = added.data
      lastNumber = Math.max(lastNumber, number)
      keep(number, event, segment)
      return
    }
    const marked = HandledLine.safeParse(value)
    if (!marked.success) throw new DamagedFileError(folder, `no spooled event at ${offset}`)
    for (const number of marked.data.handled) forget(number)
  }

  async function add(event: SpooledEvent): Promise<number> {
    lastNumber += 1
    const number = lastNumber
    await segments.append({ number, event }, ({ segment }) => keep(number, event, segment))
    return number
  }

  function remove(number: number): void {
    if (!events.has(number)) return
    forget(number)
    handled.push(number)
    if (!isClosed) timer ??= setTimeout(() => void noteHandled(), HANDLED_DELAY_MS)
  }

  /**
   * A failure is harmless: an event that is not noted as handled comes again after the next start.
   */
  async function noteHandled(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (handled.length === 0) return
    const numbers = handled
    handled = []
    try {
      await segments.append({ handled: numbers })
      const [oldest] = segmentOf.values()
      await segments.drop(oldest ?? segments.newest())
    } catch {
      handled = [...numbers, ...handled]
    }
  }

  function keep(number: number, event: SpooledEvent, segment: number): void {
    events.set(number, event)
    segmentOf.set(number, segment)
  }

  function forget(number: number): void {
    events.delete(number)
    segmentOf.delete(number)
  }

  async function close(): Promise<void> {
    if (isClosed) return
    isClosed = true
    await noteHandled()
    await segments.close()
  }
}
