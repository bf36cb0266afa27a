import type { Spool, SpooledEvent } from '../../domain/devices/spool.ts'
import { createSerial } from '../../domain/serial.ts'
import type { WriteLog } from '../connection/baileys-log.ts'
import { readFailure } from '../connection/failure.ts'
import { createBoundedMap } from '../directory/bounded-map.ts'
import { idOf } from './inbound.ts'

type Waiting = { readonly number: number; readonly event: SpooledEvent }

export type Inbox = ReturnType<typeof createInbox>

/** Events sent to the main thread at a time, so that a full spool does not flood it. */
const PUBLISHED_AT_ONCE = 64
const FIRST_RETRY_MS = 2_000
const MAX_RETRY_MS = 5 * 60_000
/** Ids of messages that were kept lately. */
const IDS_KEPT = 2_000

/**
 * Takes in what people send to one device: to the disk first, since WhatsApp forgets what was
 * acknowledged, and then to the main thread, which may take its time. Events that an earlier run
 * left in the spool are published as well.
 */
export function createInbox({
  deliver,
  log,
  retryMs = FIRST_RETRY_MS,
}: {
  /** Sends an event to the main thread; resolves to whether it was handled. */
  readonly deliver: (event: SpooledEvent) => Promise<boolean>
  readonly log: WriteLog
  readonly retryMs?: number
}) {
  let spool: Spool | null = null
  let queue: Waiting[] = []
  let failed: Waiting[] = []
  let underWayCount = 0
  let pauseMs = retryMs
  let timer: NodeJS.Timeout | undefined
  const kept = createBoundedMap<true>(IDS_KEPT)
  const inTurn = createSerial()
  return { attach, detach, keep, hasKept: (messageId: string) => kept.get(messageId) === true }

  /** Publishes what waits in a spool, unless it is attached already. */
  function attach(opened: Spool): void {
    if (spool === opened) return
    detach()
    spool = opened
    if (opened.damage !== null) log('error', 'a spool was put aside', opened.damage)
    queue = [...opened.waiting()].map(([number, event]) => ({ number, event }))
    publishNext()
  }

  /** Stops publishing: what is left stays in the spool. */
  function detach(): void {
    spool = null
    queue = []
    failed = []
    clearTimeout(timer)
    timer = undefined
  }

  /** Resolves to whether the event is on the disk, and so may be acknowledged. */
  async function keep(event: SpooledEvent): Promise<boolean> {
    const current = spool
    if (!current) return false
    try {
      const number = await current.add(event)
      if (event.type !== 'receipt') kept.set(idOf(event), true)
      if (current === spool) queue.push({ number, event })
      publishNext()
      return true
    } catch (error) {
      log('error', 'an event could not be kept', readFailure(error).message)
      return false
    }
  }

  function publishNext(): void {
    while (spool && underWayCount < PUBLISHED_AT_ONCE) {
      const next = queue.shift()
      if (!next) return
      void publish(spool, next)
    }
  }

  async function publish(from: Spool, arrival: Waiting): Promise<void> {
    underWayCount += 1
    const isHandled = await deliverInTurn(arrival.event)
    underWayCount -= 1
    if (isHandled) {
      from.remove(arrival.number)
      pauseMs = retryMs
    } else if (from === spool) tryLater(arrival)
    publishNext()
  }

  /** Publishes a change only after its message, and after earlier changes of that message. */
  function deliverInTurn(event: SpooledEvent): Promise<boolean> {
    if (event.type === 'receipt') return deliver(event)
    const id = event.type === 'inbound' ? event.message.messageId : event.change.changedId
    return inTurn(id, () => deliver(event))
  }

  /** An event that cannot be handled now does not keep the others waiting. */
  function tryLater(arrival: Waiting): void {
    failed.push(arrival)
    if (timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      queue.push(...failed)
      failed = []
      publishNext()
    }, pauseMs)
    pauseMs = Math.min(2 * pauseMs, MAX_RETRY_MS)
  }
}
