import { AppError } from '../../contract/errors.ts'
import type { Delivery, OutboxEventName } from '../../contract/gateways/delivery.ts'
import type { TEST_EVENT } from '../../contract/webhooks/campaign-event-names.ts'
import type { Clock } from '../clock.ts'
import { createLimiter } from '../limiter.ts'
import {
  type Attempt,
  afterAttempt,
  givenUp,
  recordOf,
  type TimedAttempt,
} from './webhook-attempt.ts'
import type {
  DeliveryChange,
  Outbox,
  OutboxEvent,
  WebhookOutboxStore,
} from './webhook-outbox-store.ts'
import { carriesFile, isWanted, type WebhookTarget } from './webhook-target.ts'

export type FindTarget = (outbox: Outbox) => Promise<WebhookTarget | undefined>

/** An event as it is posted; one that only tests is kept nowhere. */
export type SentEvent = Omit<OutboxEvent, 'event'> & {
  readonly event: OutboxEventName | typeof TEST_EVENT
}

/** Attempts to deliver an event; never rejects, except where `signal` aborts it. */
export type CallWebhook<Target extends WebhookTarget = WebhookTarget> = (
  target: Target,
  delivery: { readonly outbox: Outbox; readonly event: SentEvent },
  signal: AbortSignal,
) => Promise<Attempt>

/** The body of an event, but for what is secret in it. */
export type ShowBody = (
  target: WebhookTarget,
  delivery: { readonly outbox: Outbox; readonly event: OutboxEvent },
) => string

/** How the turn of an event ended. */
type Turn = 'over' | 'with_others' | 'has_file'

/** Called with what becomes of an event by an attempt, before it is kept. */
type OnAttempt = (change: DeliveryChange) => void

type Asked = {
  readonly outbox: Outbox
  readonly delivery: Delivery
  readonly onAttempt: OnAttempt
}

type Prepared = Asked & { readonly target: WebhookTarget; readonly event: OutboxEvent }

/**
 * Attempts in progress at once: each holds a connection and a body, for long with a slow receiver.
 * A claim is longer than one of them takes.
 */
const tries = { running: 32, runningEach: 24, claimMs: 30_000 }
/** The same for attempts with a file, each of which takes three times the file's size in memory. */
const triesWithFile = { running: 2, runningEach: 1, claimMs: 180_000 }

const reasons = {
  unwanted: 'O webhook foi desligado ou não pede mais este evento.',
  lost: 'O evento não pôde ser lido do disco.',
}

/** One attempt with one event at a time, for as many outboxes at once as there is room for. */
export function createWebhookTurns({
  store,
  findTarget,
  call,
  clock,
  signal,
}: {
  readonly store: Pick<WebhookOutboxStore, 'claim' | 'release' | 'read' | 'note'>
  readonly findTarget: FindTarget
  readonly call: CallWebhook
  readonly clock: Clock
  /** Ends attempts in progress. */
  readonly signal: AbortSignal
}) {
  const limited = createLimiter(tries)
  const limitedWithFile = createLimiter(triesWithFile)

  return { take, probe, tryNow }

  /** Events with files wait in a queue of their own, without taking the others' places. */
  async function take(outbox: Outbox, delivery: Delivery, onAttempt: OnAttempt): Promise<Turn> {
    const { userId } = outbox
    const asked = { outbox, delivery, onAttempt }
    const turn = await limited(userId, () => claimed(asked, tries.claimMs, attemptPlain))
    if (turn !== 'has_file') return turn
    // Read again: the webhook may have changed while the event waited.
    return limitedWithFile(userId, () => claimed(asked, triesWithFile.claimMs, attempt))
  }

  async function claimed(
    asked: Asked,
    claimMs: number,
    work: (prepared: Prepared) => Promise<Turn>,
  ): Promise<Turn> {
    const claim = await store.claim(asked.outbox, asked.delivery, claimMs)
    if (claim !== 'own') return claim === 'others' ? 'with_others' : 'over'
    const prepared = await prepare(asked)
    return prepared ? work(prepared) : 'over'
  }

  /** Returns null where nothing is left to deliver. */
  async function prepare(asked: Asked): Promise<Prepared | null> {
    const { outbox, delivery } = asked
    const target = await findTarget(outbox)
    if (!target || !isWanted(target, delivery.event)) {
      await store.note(outbox, givenUp(delivery, reasons.unwanted))
      return null
    }
    const event = await store.read(outbox, delivery.id)
    if (!event) await store.note(outbox, givenUp(delivery, reasons.lost))
    return event ? { ...asked, target, event } : null
  }

  async function attemptPlain(prepared: Prepared): Promise<Turn> {
    return carriesFile(prepared.target, prepared.event) ? 'has_file' : attempt(prepared)
  }

  async function attempt({ outbox, delivery, target, event, onAttempt }: Prepared): Promise<Turn> {
    const timed = signal.aborted ? null : await timedCall(target, { outbox, event })
    const outcome = timed?.outcome
    // An attempt that the daemon aborted says nothing about the receiver.
    if (!timed || !outcome || (signal.aborted && outcome.kind !== 'answered')) {
      await store.release(outbox, delivery.id)
      return 'over'
    }
    const change = afterAttempt(delivery, outcome, clock.now())
    onAttempt(change)
    await store.note(outbox, change, recordOf(timed, { isManual: false }))
    return 'over'
  }

  /** Makes one attempt with an event that is kept nowhere. */
  function probe(outbox: Outbox, target: WebhookTarget, event: SentEvent): Promise<TimedAttempt> {
    return limited(outbox.userId, () => timedCall(target, { outbox, event }))
  }

  /**
   * Makes one attempt for a person who waits for its outcome.
   * @throws AppError `delivery_under_way` where another node is at the event
   */
  async function tryNow(
    outbox: Outbox,
    target: WebhookTarget,
    { delivery, event }: { readonly delivery: Delivery; readonly event: OutboxEvent },
  ): Promise<TimedAttempt> {
    const hasFile = carriesFile(target, event)
    const { claimMs } = hasFile ? triesWithFile : tries
    const inTurn = hasFile ? limitedWithFile : limited
    return inTurn(outbox.userId, async () => {
      const waits = delivery.status === 'waiting'
      if (waits && (await store.claim(outbox, delivery, claimMs)) !== 'own') {
        throw new AppError('delivery_under_way', delivery.id)
      }
      return timedCall(target, { outbox, event })
    })
  }

  async function timedCall(
    target: WebhookTarget,
    delivery: Parameters<CallWebhook>[1],
  ): Promise<TimedAttempt> {
    const startedAtMs = clock.now()
    const outcome = await call(target, delivery, signal)
    return { outcome, startedAtMs, durationMs: Math.max(0, clock.now() - startedAtMs) }
  }
}
