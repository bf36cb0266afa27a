import { isLidJid, userOfJid } from '../../contract/jid.ts'
import { REPLY_WINDOW_DAYS } from '../../contract/limits.ts'
import { type PersonNames, personKeys } from '../../contract/phones/person.ts'
import type { DeviceKey } from '../messenger.ts'
import type { SentMessage } from '../webhooks/thread-messages.ts'
import { DIRECT_SEND_NUMBER } from './direct/direct-sends.ts'
import type { MessageIds } from './send-ledger.ts'

export type LastMessages = ReturnType<typeof createLastMessages>

/** One recipient of one campaign. */
export type MessagePlace = { readonly campaignNumber: number; readonly index: number }

/** A name as a number: a phone as its digits, a LID negated. */
export type NameNumber = number

/** That a device sent a campaign's message to a person. */
export type NotedMessage = MessagePlace & {
  readonly deviceKey: DeviceKey
  readonly names: readonly NameNumber[]
  readonly atMs: number
}

export type LastMessageStore = {
  /**
   * Who was written to since then, by one device or by all, those of one device in the order of its
   * messages. Can be asked again.
   */
  readonly load: (
    of: { readonly sinceMs: number; readonly deviceKey?: DeviceKey },
    take: (message: NotedMessage) => void,
  ) => Promise<void>
  /** Resolves when it is stored. */
  readonly append: (message: NotedMessage) => Promise<void>
}

const DAY_MS = 24 * 60 * 60_000
/** An answer to an older one counts for nobody; in whole days, that of the send included. */
export const LAST_MESSAGES_KEPT_MS = (REPLY_WINDOW_DAYS + 1) * DAY_MS
/** Largest index of a recipient, and so the step between two campaigns in one number. */
const INDEX_STEP = 2 ** 25

type Day = Map<DeviceKey, Map<NameNumber, number>>

type Leaving = { readonly names: readonly NameNumber[]; readonly settled: Promise<void> }

/**
 * Knows the newest message of a campaign from a device to a person, to tell which campaign an
 * answer belongs to: a number for each name of those written to within a week.
 */
export function createLastMessages({
  store,
  messageIds,
  now,
  onFault,
}: {
  readonly store: Pick<LastMessageStore, 'append'>
  readonly messageIds: Pick<MessageIds, 'locate'>
  readonly now: () => number
  readonly onFault: (error: unknown, subject: string) => void
}) {
  const days = new Map<number, Day>()
  /** On their way: an answer may come before the acknowledgement is on the disk. */
  const underWay = new Map<DeviceKey, Map<string, Leaving>>()

  /** Up to which day the ageing messages of a device are kept elsewhere. */
  const keptDays = new Map<DeviceKey, number>()

  return { take, leaves, stayed, accepted, proved, settled, find, findEach, ageing, keptAgeing }

  /** A message is about to leave. @returns to be called once what became of it is told */
  function leaves(deviceKey: DeviceKey, messageId: string, names: PersonNames): () => void {
    const own = underWay.get(deviceKey) ?? new Map<string, Leaving>()
    let told: () => void = () => undefined
    const settled = new Promise<void>((resolve) => {
      told = resolve
    })
    underWay.set(deviceKey, own.set(messageId, { names: numbersOf(names), settled }))
    return told
  }

  /** It did not leave, or was refused: an earlier one is still the newest. */
  function stayed(deviceKey: DeviceKey, messageId: string): void {
    underWay.get(deviceKey)?.delete(messageId)
  }

  /** Takes in an accepted message; that it reaches the disk is not waited for. */
  function accepted({ deviceKey, messageId, jid, atMs }: SentMessage): void {
    const place = placeOf(messageId)
    if (!place) return
    const known = underWay.get(deviceKey)?.get(messageId)
    const names = known?.names ?? numbersOf({ phone: null, lid: null, jid })
    stayed(deviceKey, messageId)
    note({ ...place, deviceKey, names, atMs: atMs || now() })
  }

  /**
   * Takes in a message that was proved late, or of before a restart, unless it is known or a newer
   * one is.
   */
  function proved(sent: SentMessage): void {
    const place = placeOf(sent.messageId)
    const known = find(sent.deviceKey, { phone: null, lid: null, jid: sent.jid })
    if (place && (!known || known.campaignNumber < place.campaignNumber)) accepted(sent)
  }

  function note(message: NotedMessage): void {
    if (message.names.length === 0) return
    take(message)
    store.append(message).catch((error) => onFault(error, 'last messages'))
  }

  function take({ deviceKey, names, atMs, campaignNumber, index }: NotedMessage): void {
    const number = Math.floor(atMs / DAY_MS)
    const day: Day = days.get(number) ?? new Map()
    if (!days.has(number)) {
      days.set(number, day)
      forgetOld()
    }
    const own = day.get(deviceKey) ?? new Map<NameNumber, number>()
    day.set(deviceKey, own)
    for (const name of names) own.set(name, campaignNumber * INDEX_STEP + index)
  }

  function forgetOld(): void {
    const oldest = oldestDay()
    for (const number of days.keys()) if (number < oldest) days.delete(number)
  }

  function oldestDay(): number {
    return Math.floor(now() / DAY_MS) - REPLY_WINDOW_DAYS
  }

  /**
   * Resolves once it is known whether each message that is leaving for a person left: whoever writes
   * while one is refused does not answer that one. `undefined`: none is leaving.
   */
  function settled(deviceKey: DeviceKey, person: PersonNames): Promise<unknown> | undefined {
    const leaving = leavingFor(deviceKey, numbersOf(person))
    if (leaving.length === 0) return undefined
    return Promise.all(leaving.map(([, one]) => one.settled))
  }

  function leavingFor(deviceKey: DeviceKey, names: readonly NameNumber[]) {
    return [...(underWay.get(deviceKey) ?? [])].filter(([, leaving]) =>
      names.some((name) => leaving.names.includes(name)),
    )
  }

  /** The newest message to a person, by any of the names. */
  function find(deviceKey: DeviceKey, person: PersonNames): MessagePlace | undefined {
    const names = numbersOf(person)
    const newest = leavingFor(deviceKey, names).at(-1)
    if (newest) return placeOf(newest[0])
    for (const number of [...days.keys()].sort((a, b) => b - a)) {
      const own = days.get(number)?.get(deviceKey)
      const packed = names.map((name) => own?.get(name)).find((each) => each !== undefined)
      if (packed !== undefined) return unpack(packed)
    }
    return undefined
  }

  /** The accepted messages to a person, the newest of each day of the week. */
  function findEach(deviceKey: DeviceKey, person: PersonNames): readonly MessagePlace[] {
    const names = numbersOf(person)
    const oldest = oldestDay()
    const packed = [...days].flatMap(([number, day]) => {
      const own = number < oldest ? undefined : day.get(deviceKey)
      return names.map((name) => own?.get(name)).filter((each) => each !== undefined)
    })
    return [...new Set(packed)].map(unpack)
  }

  /** Devices with messages that are found for another day or two, and were not kept elsewhere. */
  function ageing(): readonly DeviceKey[] {
    const oldest = oldestDay()
    const keys = [...days]
      .filter(([number]) => number >= oldest && number <= oldest + 1)
      .flatMap(([number, day]) =>
        [...day.keys()].filter((key) => (keptDays.get(key) ?? 0) < number),
      )
    return [...new Set(keys)]
  }

  /** The ageing messages of a device are kept elsewhere now. */
  function keptAgeing(deviceKey: DeviceKey): void {
    keptDays.set(deviceKey, oldestDay() + 1)
  }

  function placeOf(messageId: string): MessagePlace | undefined {
    const place = messageIds.locate(messageId)
    return place && place.campaignNumber !== DIRECT_SEND_NUMBER ? place : undefined
  }
}

function unpack(packed: number): MessagePlace {
  return { campaignNumber: Math.floor(packed / INDEX_STEP), index: packed % INDEX_STEP }
}

function numbersOf(names: PersonNames): readonly NameNumber[] {
  return personKeys(names)
    .map((key) => (isLidJid(key) ? -Number(userOfJid(key)) : Number(key)))
    .filter((number) => Number.isSafeInteger(number) && number !== 0)
}
