import { z } from 'zod'
import type { Delivery } from '../../contract/gateways/delivery.ts'
import { subjectOf } from '../../domain/webhooks/deliveries/event-subject.ts'
import { searchTermsOf } from '../../domain/webhooks/deliveries/search-terms.ts'
import type { OutboxEvent } from '../../domain/webhooks/webhook-outbox-store.ts'
import type { ToLogFile, TornLine } from '../files/append-log.ts'
import { createSegmentFiles } from '../files/segment-files.ts'
import { openSegments, type SegmentPlace } from '../files/segments.ts'
import { DamagedFileError } from '../files/storage-errors.ts'
import { ChangeLine, deadLettersFormat, EventLine, type NotedChange } from './outbox-lines.ts'

const DeadLine = z.object({ event: EventLine, change: ChangeLine })
const GoneLine = z.object({ gone: z.string() })

/** Size of a segment. Two segments are kept, one of them full. */
const SEGMENT_LIMIT_BYTES = 8 * 1024 * 1024
const SEGMENT_LIMIT_LINES = 1_000
const SEGMENTS_KEPT = 2

type Letter = {
  readonly delivery: Delivery
  readonly terms: string
  readonly place: SegmentPlace
}

/**
 * The newest given-up events of one instance, whole and with their reason.
 * @throws DamagedFileError, NewerFormatError
 */
export async function openDeadLetters({
  folder,
  instance,
  onTornLine,
  toLogFile,
}: {
  readonly folder: string
  readonly instance: string
  readonly onTornLine: (torn: TornLine) => void
  readonly toLogFile?: ToLogFile | undefined
}) {
  const letters = new Map<string, Letter>()
  let lineCount = { segment: 0, count: 0 }
  const log = await openSegments({
    files: createSegmentFiles({ folder, prefix: 'dead.' }),
    format: deadLettersFormat,
    isFull: ({ number, bytes }) =>
      bytes >= SEGMENT_LIMIT_BYTES ||
      (lineCount.segment === number && lineCount.count >= SEGMENT_LIMIT_LINES),
    onLine: replay,
    onTornLine,
    toLogFile,
  })
  await tidy()

  return { add, read, remove, all: () => [...letters.values()], close: log.close }

  async function add(event: OutboxEvent, change: NotedChange): Promise<void> {
    await log.append({ event, change }, (place) => take({ event, change }, place))
    await tidy()
  }

  async function read(id: string): Promise<z.infer<typeof DeadLine> | undefined> {
    const letter = letters.get(id)
    return letter && DeadLine.safeParse(await log.read(letter.place)).data
  }

  async function remove(id: string): Promise<void> {
    await log.append({ gone: id }, (place) => {
      count(place)
      letters.delete(id)
    })
  }

  function replay(value: unknown, place: SegmentPlace): void {
    const dead = DeadLine.safeParse(value)
    const gone = dead.success ? undefined : GoneLine.safeParse(value)
    if (dead.success) take(dead.data, place)
    else if (gone?.success) letters.delete(gone.data.gone)
    else throw new DamagedFileError(`${folder} ${place.segment}`, `no letter at ${place.offset}`)
  }

  function take(
    { event, change }: { readonly event: OutboxEvent; readonly change: NotedChange },
    place: SegmentPlace,
  ): void {
    count(place)
    const { id, event: name, createdAt } = event
    const { attempts: _, ...outcome } = change
    letters.delete(id)
    const delivery = { ...outcome, ...subjectOf(event.data), id, instance, event: name, createdAt }
    letters.set(id, { delivery, terms: searchTermsOf(id, event.data), place })
  }

  function count({ segment }: SegmentPlace): void {
    lineCount = { segment, count: lineCount.segment === segment ? lineCount.count + 1 : 1 }
  }

  async function tidy(): Promise<void> {
    const firstKept = log.newest() - SEGMENTS_KEPT + 1
    for (const [id, { place }] of letters) if (place.segment < firstKept) letters.delete(id)
    await log.drop(firstKept)
  }
}
