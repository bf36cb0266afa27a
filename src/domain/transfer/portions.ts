import type { DeviceLabel } from '../devices/device-keys.ts'
import type { SpooledEvent } from '../devices/spool.ts'
import type { DeviceKey } from '../messenger.ts'
import type { BotKey } from '../replies/reply-log.ts'
import type { DirectSend } from '../sending/direct/direct-message.ts'
import type { LedgerHeader } from '../sending/send-ledger.ts'
import type { ChatSummary, InstanceKey } from '../webhooks/webhook-message-store.ts'
import type { KeptDelivery } from '../webhooks/webhook-outbox-store.ts'

/** Secrets of the program by their names, in base64, and the last number that it handed out. */
export type MovedSettings = {
  readonly keys: Readonly<Record<string, string>>
  readonly lastCampaignNumber: number
}

/** A contact list; its contacts are its rows. */
export type MovedList = {
  readonly userId: string
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly total: number
  readonly fieldNames: readonly string[]
  /** When it was removed, where it can still be brought back; null: it was not. */
  readonly removedAt: string | null
}

/** A ledger; its recipients are its rows, in the order of the list. */
export type MovedLedger = {
  readonly header: LedgerHeader
  readonly recipientCount: number
  /** Indices in flight, in the order in which they were handed over. */
  readonly inFlight: readonly number[]
}

export type MovedDirectSend = {
  readonly index: number
  readonly send: DirectSend
  /** WhatsApp is known to have it. */
  readonly isProven: boolean
}

/** An instance; its messages are its rows, in the order of their arrival. */
export type MovedThread = InstanceKey & {
  readonly userId: string
  readonly chats: readonly Pick<ChatSummary, 'remoteJid' | 'lid' | 'unreadCount'>[]
}

/** A bot; the entries of its log are its rows, oldest first. */
export type MovedBot = BotKey & { readonly userId: string }

/**
 * An event of an outbox: those that ended come first, by their time, then those that wait, in their
 * order. Of an event that was delivered long ago only the delivery may be left.
 */
export type MovedEvent = KeptDelivery

/** A device with keys, or with something that arrived and was not handled; both are its rows. */
export type MovedDevice = {
  readonly userId: string
  readonly key: DeviceKey
  /** The name under which the keys were put aside; null: the device uses them. */
  readonly aside: string | null
  readonly label: DeviceLabel | null
}

type Ended = Pick<MovedEvent, 'delivery'>

/** The order of devices' keys: those in use before those that were put aside, the oldest first. */
export const byDevice = byNames(({ userId, key, aside }: Omit<MovedDevice, 'label'>) => [
  ...[userId, key, aside ?? ''],
])

/** Keys come first, by their names, and then events, oldest first. */
export type MovedKey =
  | { readonly name: string; readonly value: string }
  | { readonly event: SpooledEvent }

/** Orders what has names of its own by these, the same in every storage. */
export function byNames<Named>(namesOf: (named: Named) => readonly (string | null)[]) {
  const keyOf = (named: Named) => JSON.stringify(namesOf(named))
  return (one: Named, other: Named) => byText(keyOf(one), keyOf(other))
}

export function byText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Campaigns are numbered: in the order of their numbers, whatever their ids look like. */
export function byCampaign(one: string, other: string): number {
  return one.length - other.length || byText(one, other)
}

export function byEnd(one: Ended, other: Ended): number {
  const { createdAt, id } = one.delivery
  return byText(createdAt, other.delivery.createdAt) || byText(id, other.delivery.id)
}
