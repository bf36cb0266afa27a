import type { Delivery, WebhookEventName } from '../../contract/gateways/delivery.ts'
import type { CampaignEventWithData } from '../../contract/webhooks/campaign-event-body.ts'
import { type Clock, toIso } from '../clock.ts'
import type { InboundMedia } from '../messenger.ts'
import { createSerial } from '../serial.ts'
import { createDeliveryLog } from './deliveries/delivery-log.ts'
import { createPause, type Pause } from './pause.ts'
import type { Outbox, WebhookOutboxStore } from './webhook-outbox-store.ts'
import { type InstanceFacts, isCampaignTarget, isWanted } from './webhook-target.ts'
import {
  type CallWebhook,
  createWebhookTurns,
  type FindTarget,
  type ShowBody,
} from './webhook-turns.ts'

export type WebhookOutbox = ReturnType<typeof createWebhookOutbox>

type Subject = {
  /** What the event is about, where it may be published again after a crash: it is kept once. */
  readonly subject?: string
}

/** Something that happened to an instance. */
export type InstanceEvent = Subject & {
  readonly event: WebhookEventName
  /** Called only where a webhook or a socket takes such events; `undefined`: no event after all. */
  readonly data: (facts: InstanceFacts) => unknown
  readonly media?: InboundMedia | null
  /** Only of use at once: not kept for a receiver that is away. */
  readonly isFleeting?: true
}

export type NewEvent = InstanceEvent | (Subject & CampaignEventWithData)

type Gate = {
  readonly outbox: Outbox
  running: Promise<void> | null
  /** Something changed while the delivery ran. */
  isAwaited: boolean
  /** Epoch milliseconds: a receiver that failed gets no event before then. */
  notBeforeMs: number
  /** The next event is tried at once, even before it is due: a person asks for it. */
  isHurried: boolean
  readonly pause: Pause
}

const STORAGE_RETRY_MS = 10_000
/** When an event is looked at again that another node is at. */
const OTHERS_RETRY_MS = 10_000
const FULL = 'Havia eventos demais à espera deste webhook.'

/** Delivers events to webhooks: keeps them on the disk until delivered, in order per instance. */
export function createWebhookOutbox({
  store,
  findTarget,
  call,
  showBody,
  clock,
  newId,
  onFault,
}: {
  readonly store: WebhookOutboxStore
  readonly findTarget: FindTarget
  readonly call: CallWebhook
  readonly showBody: ShowBody
  readonly clock: Clock
  /** Makes a random id, or always the same of one subject; without a dot. */
  readonly newId: (subject?: string) => string
  readonly onFault: (error: unknown, subject: string) => void
}) {
  const gates = new Map<string, Gate>()
  const stopping = new AbortController()
  const turns = createWebhookTurns({ store, findTarget, call, clock, signal: stopping.signal })
  const serially = createSerial()
  const log = createDeliveryLog({
    ...{ store, findTarget, showBody, clock, hurry },
    tryNow: turns.tryNow,
  })

  return { emit, probe: turns.probe, start, wake, remove, stop, ...log }

  /** Resolves when the event is on the disk, or nothing subscribes to it. */
  async function emit(outbox: Outbox, given: NewEvent): Promise<void> {
    // Serialised only until the event is handed to the disk, which takes many at a time.
    const { written } = await serially(keyOf(outbox), async () => ({
      written: write(outbox, given, await makeData(outbox, given)),
    }))
    await written
  }

  /** Returns `undefined` where nothing subscribes to the event. */
  async function makeData(outbox: Outbox, given: NewEvent): Promise<unknown> {
    const target = await findTarget(outbox)
    if (!isWanted(target, given.event)) return undefined
    if ('isFleeting' in given && (await isAway(outbox))) return undefined
    if (typeof given.data !== 'function') return given.data
    return isCampaignTarget(target) ? undefined : given.data(target)
  }

  /** Whether the last attempt failed, and the next is yet to come. */
  async function isAway(outbox: Outbox): Promise<boolean> {
    const next = await store.next(outbox)
    return next !== undefined && timeOf(next) > clock.now()
  }

  async function write(outbox: Outbox, given: NewEvent, data: unknown): Promise<void> {
    if (data === undefined) return
    const { event, subject } = given
    const media = 'media' in given ? (given.media ?? null) : null
    // The id contains the instance, so that the id alone leads to it; instance names have no dot.
    const id = `${outbox.instance}.${newId(subject)}`
    const createdAt = toIso(clock.now())
    await store.add(outbox, { id, event, createdAt, data, media }, FULL)
    wake(outbox)
  }

  /** Resumes the deliveries that waited when the daemon, or another node, ended. */
  async function start(): Promise<void> {
    for (const outbox of await store.waiting()) wake(outbox)
  }

  /** Checks at once for an event to deliver. */
  function wake(outbox: Outbox): void {
    const gate = gateOf(outbox)
    gate.isAwaited = true
    gate.running ??= run(gate)
  }

  function gateOf(outbox: Outbox): Gate {
    const key = keyOf(outbox)
    const gate = gates.get(key) ?? newGate(outbox)
    gates.set(key, gate)
    return gate
  }

  function newGate(outbox: Outbox): Gate {
    const pause = createPause(clock, () => wake(outbox))
    return { outbox, running: null, isAwaited: false, notBeforeMs: 0, isHurried: false, pause }
  }

  async function run(gate: Gate): Promise<void> {
    while (gate.isAwaited && !stopping.signal.aborted) {
      gate.isAwaited = false
      try {
        await deliverAll(gate)
      } catch (error) {
        onFault(error, `webhook of ${gate.outbox.instance}`)
        rest(gate, STORAGE_RETRY_MS)
      }
    }
    gate.running = null
  }

  function rest({ pause }: Gate, ms: number): void {
    if (!stopping.signal.aborted) pause.forMs(ms)
  }

  async function deliverAll(gate: Gate): Promise<void> {
    while (!stopping.signal.aborted) {
      const next = await store.next(gate.outbox)
      const atMs = next && !gate.isHurried ? Math.max(timeOf(next), gate.notBeforeMs) : 0
      gate.isHurried = false
      if (gate.pause.until(atMs)) return
      if (!next) return
      const turn = await turns.take(gate.outbox, next, (change) => {
        gate.notBeforeMs = timeOf(change)
      })
      if (turn === 'with_others') return rest(gate, OTHERS_RETRY_MS)
    }
  }

  /** Tries the next event at once, although the receiver has just failed. */
  function hurry(outbox: Outbox): void {
    const gate = gateOf(outbox)
    gate.isHurried = true
    wake(outbox)
  }

  /** Removes all events of an instance that was removed. */
  async function remove(outbox: Outbox): Promise<void> {
    const key = keyOf(outbox)
    gates.get(key)?.pause.end()
    gates.delete(key)
    await store.remove(outbox)
  }

  /** Stops deliveries; attempts in progress are aborted and repeated after the next start. */
  async function stop(): Promise<void> {
    stopping.abort()
    for (const { pause } of gates.values()) pause.end()
    await Promise.all([...gates.values()].map(({ running }) => running))
  }
}

function keyOf({ userId, instance }: Outbox): string {
  return `${userId}/${instance}`
}

function timeOf({ nextAttemptAt }: Pick<Delivery, 'nextAttemptAt'>): number {
  return nextAttemptAt === null ? 0 : Date.parse(nextAttemptAt)
}
