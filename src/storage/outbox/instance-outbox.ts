import type { Delivery } from '../../contract/gateways/delivery.ts'
import { WEBHOOK_DELIVERIES_KEPT } from '../../contract/limits.ts'
import { byEnd, type MovedEvent } from '../../domain/transfer/portions.ts'
import type {
  Claim,
  DeliveryChange,
  OutboxEvent,
} from '../../domain/webhooks/webhook-outbox-store.ts'
import type { ToLogFile, TornLine } from '../files/append-log.ts'
import { createSegmentFiles } from '../files/segment-files.ts'
import { openSegments, type SegmentPlace } from '../files/segments.ts'
import { DamagedFileError } from '../files/storage-errors.ts'
import { openDeadLetters } from './dead-letters.ts'
import { ChangeLine, EventLine, eventsFormat } from './outbox-lines.ts'

export type OutboxLimits = { readonly waitingCount: number; readonly waitingBytes: number }

export type InstanceOutbox = Awaited<ReturnType<typeof openInstanceOutbox>>

type Waiting = { delivery: Delivery; readonly place: SegmentPlace }

const SEGMENT_LIMIT_BYTES = 4 * 1024 * 1024

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
  const waiting = new Map<string, Waiting>()
  /** Deliveries that have ended, with their outcome. */
  const ended = new Map<string, Delivery>()
  let waitingBytes = 0
  /** Events in the segment that takes new ones. */
  let eventCount = { segment: 0, count: 0 }

  const log = await openSegments({
    files: createSegmentFiles({ folder, prefix: 'events.' }),
    format: eventsFormat,
    isFull: ({ number, bytes }) =>
      bytes >= SEGMENT_LIMIT_BYTES ||
      (eventCount.segment === number && eventCount.count >= WEBHOOK_DELIVERIES_KEPT),
    onLine: replay,
    onTornLine,
    toLogFile,
  })
  const opening = openDeadLetters({ folder, instance, onTornLine, toLogFile })
  const letters = await opening.catch(async (error: unknown) => {
    await log.close()
    throw error
  })
  for (const delivery of letters.all()) if (!waiting.has(delivery.id)) end(delivery)
  await tidy()

  return {
    add,
    next: () => firstWaiting()?.delivery,
    waitingCount: () => waiting.size,
    read,
    claim,
    note,
    revive,
    find: (id: string) => waiting.get(id)?.delivery ?? ended.get(id),
    list,
    all,
    close,
  }

  async function add(event: OutboxEvent, reason: string): Promise<void> {
    // A message that the last run did not note as handled is told again.
    if (waiting.has(event.id) || ended.has(event.id)) return
    await log.append(event, (place) => take(event, place))
    while (waiting.size > limits.waitingCount || waitingBytes > limits.waitingBytes) {
      const oldest = firstWaiting()
      if (!oldest || waiting.size === 1) return
      const { instance: _, event: _name, createdAt: _at, ...change } = oldest.delivery
      await note({ ...change, status: 'dead', lastError: reason, nextAttemptAt: null })
    }
  }

  async function read(id: string): Promise<OutboxEvent | undefined> {
    const entry = waiting.get(id)
    if (!entry) return undefined
    const event = EventLine.safeParse(await log.read(entry.place))
    return event.success ? event.data : undefined
  }

  /** Nobody else is at it: one process alone has the folder. */
  function claim({ id, attemptCount }: Delivery): Claim {
    return waiting.get(id)?.delivery.attemptCount === attemptCount ? 'own' : 'changed'
  }

  async function note(change: DeliveryChange): Promise<void> {
    const entry = waiting.get(change.id)
    if (!entry) return
    if (change.status === 'dead') {
      const event = await read(change.id)
      if (event) await letters.add(event, change)
    }
    await log.append(change, () => apply(change))
    if (change.status !== 'waiting') await tidy()
  }

  async function revive(id: string): Promise<Delivery | undefined> {
    const event = waiting.has(id) ? undefined : await letters.read(id)
    if (!event) return undefined
    await log.append(event, (place) => take(event, place))
    await letters.remove(id)
    return waiting.get(id)?.delivery
  }

  function list(limit: number): readonly Delivery[] {
    const newest = [...waiting.values()].slice(-limit).map(({ delivery }) => delivery)
    return [...ended.values(), ...newest]
      .reverse()
      .sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
      .slice(0, limit)
  }

  /** Whatever there is, with what is left of the bodies, in pieces. */
  async function* all(): AsyncGenerator<readonly MovedEvent[]> {
    const gone: MovedEvent[] = []
    for (const delivery of ended.values()) {
      const isDead = delivery.status === 'dead'
      gone.push({ delivery, event: isDead ? ((await letters.read(delivery.id)) ?? null) : null })
    }
    yield gone.sort(byEnd)
    for (const { delivery } of waiting.values()) {
      yield [{ delivery, event: (await read(delivery.id)) ?? null }]
    }
  }

  function replay(value: unknown, place: SegmentPlace): void {
    const event = EventLine.safeParse(value)
    const change = event.success ? undefined : ChangeLine.safeParse(value)
    if (event.success) take(event.data, place)
    else if (change?.success) apply(change.data)
    else throw new DamagedFileError(`${folder} ${place.segment}`, `no event at ${place.offset}`)
  }

  function take({ id, event, createdAt }: OutboxEvent, place: SegmentPlace): void {
    const { segment } = place
    eventCount = { segment, count: eventCount.segment === segment ? eventCount.count + 1 : 1 }
    ended.delete(id)
    // After a crash during a revival the event may come twice; it keeps its position.
    if (waiting.has(id)) return
    waitingBytes += place.length
    waiting.set(id, { delivery: { ...fresh, id, instance, event, createdAt }, place })
  }

  function apply(change: DeliveryChange): void {
    const entry = waiting.get(change.id)
    if (!entry) return
    const delivery = { ...entry.delivery, ...change }
    entry.delivery = delivery
    if (change.status === 'waiting') return
    waiting.delete(change.id)
    waitingBytes -= entry.place.length
    end(delivery)
  }

  /** Keeps the newest ended deliveries; older ones leave the log. */
  function end(delivery: Delivery): void {
    ended.delete(delivery.id)
    ended.set(delivery.id, delivery)
    for (const oldest of ended.keys()) {
      if (ended.size <= WEBHOOK_DELIVERIES_KEPT) return
      ended.delete(oldest)
    }
  }

  /** Drops old segments; the newest full one stays as well, since the log shows its deliveries. */
  async function tidy(): Promise<void> {
    const oldest = firstWaiting()?.place.segment ?? log.newest()
    await log.drop(Math.min(oldest, log.newest() - 1))
  }

  function firstWaiting(): Waiting | undefined {
    for (const entry of waiting.values()) return entry
    return undefined
  }

  async function close(): Promise<void> {
    await log.close()
    await letters.close()
  }
}

const fresh = {
  url: null,
  status: 'waiting',
  attemptCount: 0,
  lastError: null,
  httpStatus: null,
  deliveredAt: null,
  nextAttemptAt: null,
} as const
