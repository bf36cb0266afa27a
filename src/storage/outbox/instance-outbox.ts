import type { Delivery } from '../../contract/gateways/delivery.ts'
import type { DeliveryAttempt } from '../../contract/gateways/delivery-attempt.ts'
import { WEBHOOK_ATTEMPTS_KEPT, WEBHOOK_DELIVERIES_KEPT } from '../../contract/limits.ts'
import { byEnd, type MovedEvent } from '../../domain/transfer/portions.ts'
import {
  byNewest,
  type DeliverySearch,
  type FoundDeliveries,
} from '../../domain/webhooks/deliveries/delivery-order.ts'
import { subjectOf } from '../../domain/webhooks/deliveries/event-subject.ts'
import { searchTermsOf } from '../../domain/webhooks/deliveries/search-terms.ts'
import {
  type Claim,
  type DeliveryChange,
  freshState,
  type KeptDelivery,
  type OutboxEvent,
} from '../../domain/webhooks/webhook-outbox-store.ts'
import type { ToLogFile, TornLine } from '../files/append-log.ts'
import { createSegmentFiles } from '../files/segment-files.ts'
import { openSegments, type SegmentPlace } from '../files/segments.ts'
import { DamagedFileError } from '../files/storage-errors.ts'
import { openDeadLetters } from './dead-letters.ts'
import { foundAmong } from './found-deliveries.ts'
import type { Ended, Entry } from './outbox-entry.ts'
import { ChangeLine, EventLine, eventsFormat, type NotedChange } from './outbox-lines.ts'
import { createOutboxReading } from './outbox-reading.ts'

export type OutboxLimits = { readonly waitingCount: number; readonly waitingBytes: number }

export type InstanceOutbox = Awaited<ReturnType<typeof openInstanceOutbox>>

const SEGMENT_LIMIT_BYTES = 4 * 1024 * 1024
/** Full segments that are kept for their ended deliveries. */
const SEGMENTS_KEPT = 4
const SEGMENT_LIMIT_EVENTS = WEBHOOK_DELIVERIES_KEPT / SEGMENTS_KEPT

/**
 * The outbox of one instance: a log of events and of their deliveries, and a file of those given
 * up. Bodies are not in memory.
 * @throws DamagedFileError, NewerFormatError
 */
export async function openInstanceOutbox({
  folder,
  instance,
  limits,
  onTornLine,
  toLogFile,
}: {
  readonly folder: string
  readonly instance: string
  readonly limits: OutboxLimits
  readonly onTornLine: (torn: TornLine) => void
  readonly toLogFile?: ToLogFile | undefined
}) {
  /** Waiting events, oldest first. */
  const waiting = new Map<string, Entry>()
  /** Deliveries that have ended, with their outcome. */
  const ended = new Map<string, Ended>()
  let waitingBytes = 0
  /** Events in the segment that takes new ones. */
  let eventCount = { segment: 0, count: 0 }

  const log = await openSegments({
    files: createSegmentFiles({ folder, prefix: 'events.' }),
    format: eventsFormat,
    isFull: ({ number, bytes }) =>
      bytes >= SEGMENT_LIMIT_BYTES ||
      (eventCount.segment === number && eventCount.count >= SEGMENT_LIMIT_EVENTS),
    onLine: replay,
    onTornLine,
    toLogFile,
  })
  const reading = createOutboxReading(log)
  const opening = openDeadLetters({ folder, instance, onTornLine, toLogFile })
  const letters = await opening.catch(async (error: unknown) => {
    await log.close()
    throw error
  })
  endInOrder()
  await tidy()

  return {
    add,
    next: () => firstWaiting()?.delivery,
    waitingCount: () => waiting.size,
    read,
    claim,
    note,
    keep,
    amend,
    revive,
    find: (id: string) => entryOf(id)?.delivery,
    open,
    search,
    all,
    close,
  }

  async function add(event: OutboxEvent, reason: string): Promise<void> {
    // A message that the last run did not note as handled publishes its event again.
    if (waiting.has(event.id) || ended.has(event.id)) return
    await log.append(event, (place) => take(event, place))
    while (waiting.size > limits.waitingCount || waitingBytes > limits.waitingBytes) {
      const oldest = firstWaiting()
      if (!oldest || waiting.size === 1) return
      const {
        instance: _,
        event: _name,
        createdAt: _at,
        about: _about,
        ...change
      } = oldest.delivery
      await note({ ...change, status: 'dead', lastError: reason, nextAttemptAt: null })
    }
  }

  async function read(id: string): Promise<OutboxEvent | undefined> {
    const entry = waiting.get(id)
    return entry && (await reading.eventAt(entry.place))
  }

  /** Needs no lock, since only this process uses the folder. */
  function claim({ id, attemptCount }: Delivery): Claim {
    return waiting.get(id)?.delivery.attemptCount === attemptCount ? 'own' : 'changed'
  }

  async function note(change: DeliveryChange, attempt?: DeliveryAttempt): Promise<void> {
    await keep(change, attempt && [attempt])
  }

  async function keep(change: DeliveryChange, attempts?: readonly DeliveryAttempt[]) {
    const entry = waiting.get(change.id)
    if (!entry) return
    if (change.status === 'dead') {
      const event = await read(change.id)
      const all = [...(await reading.attemptsAt(entry.attempts ?? [])), ...(attempts ?? [])]
      if (event) await letters.add(event, { ...change, attempts: all })
    }
    await append(change, attempts)
    if (change.status !== 'waiting') await tidy()
  }

  async function append(change: DeliveryChange, attempts: NotedChange['attempts']): Promise<void> {
    const line = { ...change, ...(attempts && { attempts }) }
    await log.append(line, (place) => apply(line, place))
  }

  async function amend(change: DeliveryChange, attempt: DeliveryAttempt): Promise<void> {
    const entry = ended.get(change.id)
    if (!entry) return
    const letter = await letters.read(change.id)
    if (letter) {
      const attempts = [...(letter.change.attempts ?? []), attempt].slice(-WEBHOOK_ATTEMPTS_KEPT)
      if (change.status === 'dead') {
        await letters.add(letter.event, { ...change, attempts })
        entry.delivery = { ...entry.delivery, ...change }
        return
      }
      // A given-up event is only in the file of dead letters: its event goes back to the log.
      const written = log.append(letter.event, (place) => take(letter.event, place))
      await Promise.all([written, append(change, attempts)])
      await letters.remove(change.id)
      return
    }
    await append(change, [attempt])
  }

  async function revive(id: string): Promise<Delivery | undefined> {
    const letter = waiting.has(id) ? undefined : await letters.read(id)
    if (!letter) return undefined
    const { event, change } = letter
    await Promise.all([
      log.append(event, (place) => take(event, place)),
      append({ id, ...freshState }, change.attempts),
    ])
    await letters.remove(id)
    return waiting.get(id)?.delivery
  }

  function search(wanted: DeliverySearch): FoundDeliveries {
    return foundAmong([waiting.values(), ended.values()], wanted)
  }

  async function open(id: string): Promise<KeptDelivery | undefined> {
    const entry = entryOf(id)
    if (!entry) return undefined
    const { delivery, place } = entry
    const letter = delivery.status === 'dead' ? await letters.read(id) : undefined
    if (letter) {
      return { delivery, event: letter.event, attempts: letter.change.attempts ?? [] }
    }
    const event = place && (await reading.eventAt(place))
    // An ended delivery that came with a transfer may have no event data.
    return {
      delivery,
      event: event && event.data !== null ? event : null,
      attempts: await reading.attemptsAt(entry.attempts ?? []),
    }
  }

  function entryOf(id: string): Ended | undefined {
    return waiting.get(id) ?? ended.get(id)
  }

  /** Yields all deliveries, with their events as far as these are kept. */
  async function* all(): AsyncGenerator<readonly MovedEvent[]> {
    const gone = [...ended.values()].map(({ delivery }) => ({ delivery })).sort(byEnd)
    for (const { delivery } of [...gone, ...waiting.values()]) {
      const kept = await open(delivery.id)
      if (kept) yield [kept]
    }
  }

  function replay(value: unknown, place: SegmentPlace): void {
    const event = EventLine.safeParse(value)
    const change = event.success ? undefined : ChangeLine.safeParse(value)
    if (event.success) take(event.data, place)
    else if (change?.success) apply(change.data, place)
    else throw new DamagedFileError(`${folder} ${place.segment}`, `no event at ${place.offset}`)
  }

  function take({ id, event, createdAt, data }: OutboxEvent, place: SegmentPlace): void {
    const { segment } = place
    eventCount = { segment, count: eventCount.segment === segment ? eventCount.count + 1 : 1 }
    ended.delete(id)
    // After a crash during a revival the event may come twice; it keeps its position.
    if (waiting.has(id)) return
    waitingBytes += place.length
    const delivery = { ...freshState, ...subjectOf(data), id, instance, event, createdAt }
    waiting.set(id, { delivery, terms: searchTermsOf(id, data), place, attempts: [] })
  }

  function apply({ attempts, ...change }: NotedChange, place: SegmentPlace): void {
    const entry = entryOf(change.id)
    if (!entry) return
    entry.delivery = { ...entry.delivery, ...change }
    if (attempts) entry.attempts = [...(entry.attempts ?? []), place].slice(-WEBHOOK_ATTEMPTS_KEPT)
    const waited = waiting.get(change.id)
    if (!waited || change.status === 'waiting') return
    waiting.delete(change.id)
    waitingBytes -= waited.place.length
    end(waited)
  }

  /** Keeps the newest ended deliveries; older ones leave the log. */
  function end(entry: Ended): void {
    const { id } = entry.delivery
    ended.delete(id)
    ended.set(id, entry)
    for (const oldest of ended.keys()) {
      if (ended.size <= WEBHOOK_DELIVERIES_KEPT) return
      ended.delete(oldest)
    }
  }

  /**
   * Merges the ended deliveries of the log with the dead letters; some may be in only one of the
   * two.
   */
  function endInOrder(): void {
    const given = letters
      .all()
      .filter(({ delivery: { id } }) => !waiting.has(id) && !ended.has(id))
      .map(({ delivery, terms }): Ended => ({ delivery, terms }))
    const all = [...ended.values(), ...given].sort((a, b) => byNewest(b.delivery, a.delivery))
    ended.clear()
    for (const entry of all) end(entry)
  }

  /** Drops old segments. The newest full ones stay as well: the log has the ended deliveries. */
  async function tidy(): Promise<void> {
    const oldest = firstWaiting()?.place.segment ?? log.newest()
    await log.drop(Math.min(oldest, log.newest() - SEGMENTS_KEPT))
  }

  function firstWaiting(): Entry | undefined {
    for (const entry of waiting.values()) return entry
    return undefined
  }

  async function close(): Promise<void> {
    await log.close()
    await letters.close()
  }
}
