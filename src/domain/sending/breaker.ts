import type { Clock } from '../clock.ts'
import type { EventOf } from '../engine-events.ts'
import type { DeviceKey } from '../messenger.ts'
import type { SentMessage } from '../webhooks/thread-messages.ts'
import type { RecipientChange } from './recipient.ts'

export type Breaker = ReturnType<typeof createBreaker>

const REFUSED_IN_ROW_MAX = 3
/** After this time a phone that is on has the message. */
const DUE_MS = 10 * 60_000
/** Nothing is judged for this time after a reconnect: receipts from before it are still coming. */
const CONNECTED_MS = 60_000
const WINDOW = 50
/** How many earlier messages the last ones are compared with. */
const PAST = 200
const AWAITED_MAX = 5_000

const undelivered =
  'O WhatsApp aceitou as últimas mensagens, mas quase nenhuma chegou ao celular. Confira a conexão antes de continuar.'
const refusedAlike = (code: number) =>
  `O WhatsApp recusou três mensagens seguidas pelo mesmo motivo (código ${code}). Confira a mensagem e a conexão antes de continuar.`

/**
 * Trips where going on would only do harm: WhatsApp refuses one message after the other for one
 * reason, or accepts them and delivers none.
 */
export function createBreaker({
  clock,
  keepDeliveries,
  deliveriesOf,
  onTrip,
}: {
  readonly clock: Clock
  /** The last messages, the newest last: 1 for a delivered one, 0 for one that never was. */
  readonly deliveriesOf: (key: DeviceKey) => string
  readonly keepDeliveries: (key: DeviceKey, deliveries: string) => void
  /** @param reason a Portuguese sentence */
  readonly onTrip: (key: DeviceKey, reason: string) => void
}) {
  const refusals = new Map<DeviceKey, { readonly code: number; readonly count: number }>()
  /** Accepted messages that are to be delivered, by device and id. */
  const awaited = new Map<DeviceKey, Map<string, { atMs: number; isDelivered: boolean }>>()
  const connectedMs = new Map<DeviceKey, number>()

  return { note, sent, onReceipt, onConnection, forget }

  /** Takes in what became of a recipient. */
  function note(key: DeviceKey, { fact }: RecipientChange): void {
    if (fact.type === 'accepted') refusals.delete(key)
    if (fact.type !== 'failed' || fact.code !== 'refused' || fact.refusalCode === undefined) return
    const { refusalCode: code } = fact
    const before = refusals.get(key)
    const count = before?.code === code ? before.count + 1 : 1
    refusals.set(key, { code, count })
    if (count < REFUSED_IN_ROW_MAX) return
    refusals.delete(key)
    onTrip(key, refusedAlike(code))
  }

  /** Takes in an accepted message of a campaign. */
  function sent({ deviceKey: key, messageId }: Pick<SentMessage, 'deviceKey' | 'messageId'>): void {
    const own = awaited.get(key) ?? new Map()
    awaited.set(key, own)
    if (own.size < AWAITED_MAX) own.set(messageId, { atMs: clock.now(), isDelivered: false })
    judge(key, own)
  }

  function onReceipt({ key, messageIds }: EventOf<'receipt'>): void {
    const own = awaited.get(key)
    for (const id of messageIds) {
      const message = own?.get(id)
      if (message) message.isDelivered = true
    }
  }

  function onConnection({ key, isConnected }: EventOf<'connection'>): void {
    if (isConnected) connectedMs.set(key, clock.now())
  }

  /** Forgets a device that is gone for good. */
  function forget({ key }: { readonly key: DeviceKey }): void {
    for (const known of [refusals, awaited, connectedMs]) known.delete(key)
  }

  /** Judges the messages that should have been delivered by now. */
  function judge(
    key: DeviceKey,
    own: Map<string, { readonly atMs: number; readonly isDelivered: boolean }>,
  ): void {
    const nowMs = clock.now()
    if (nowMs - (connectedMs.get(key) ?? 0) < CONNECTED_MS) return
    let outcomes = ''
    for (const [id, { atMs, isDelivered }] of own) {
      if (nowMs - atMs < DUE_MS) break
      own.delete(id)
      outcomes += isDelivered ? '1' : '0'
    }
    if (outcomes === '') return
    const deliveries = (deliveriesOf(key) + outcomes).slice(-(PAST + WINDOW))
    const isBroken = areUndelivered(deliveries)
    // Judged messages are dropped, so that only new ones can trip it again.
    keepDeliveries(key, isBroken ? deliveries.slice(0, -WINDOW) : deliveries)
    if (isBroken) onTrip(key, undelivered)
  }
}

/** Whether far fewer of the last messages were delivered than of those before, or none at all. */
export function areUndelivered(deliveries: string): boolean {
  if (deliveries.length < WINDOW) return false
  const share = shareOf(deliveries.slice(-WINDOW))
  const past = deliveries.slice(0, -WINDOW)
  return share === 0 || (past.length >= WINDOW && share < shareOf(past) / 2)
}

function shareOf(deliveries: string): number {
  return [...deliveries].filter((each) => each === '1').length / deliveries.length
}
