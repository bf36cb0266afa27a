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

/** A campaign's message that a device sent to a person. */
export type NotedMessage = MessagePlace & {
  readonly deviceKey: DeviceKey
  readonly names: readonly NameNumber[]
  readonly atMs: number
}

export type LastMessageStore = {
  /**
   * Loads the messages since then, of one device or of all; those of one device come in the order
   * they were sent. Can be called again.
   */
  readonly load: (
    of: { readonly sinceMs: number; readonly deviceKey?: DeviceKey },
    take: (message: NotedMessage) => void,
  ) => Promise<void>
  /** Resolves when it is stored. */
  readonly append: (message: NotedMessage) => Promise<void>
}

const DAY_MS = 24 * 60 * 60_000
/**
 * How long a message is kept: a later answer to it is not counted. One day more than the window,
 * since messages are kept by whole days.
 */
export const LAST_MESSAGES_KEPT_MS = (REPLY_WINDOW_DAYS + 1) * DAY_MS
/** More than any index of a recipient, and so the step between two campaigns in one number. */
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
  /** Messages on their way: an answer may come before the acknowledgement is on the disk. */
  const underWay = new Map<DeviceKey, Map<string, Leaving>>()

  /** By device, up to which day its ageing messages are kept elsewhere. */
  const keptDays = new Map<DeviceKey, number>()

  return { take, leaves, stayed, accepted, proved, settled, find, findEach, ageing, keptAgeing }

  /**
   * Notes a message that is about to leave.
   * @returns a function to be called once its outcome is known
   */
  function leaves(deviceKey: DeviceKey, messageId: string, names: PersonNames): () => void {
    const own = underWay.get(deviceKey) ?? new Map<string, Leaving>()
    let resolveSettled: () => void = () => undefined
    const settled = new Promise<void>((resolve) => {
      resolveSettled = resolve
    })
    underWay.set(deviceKey, own.set(messageId, { names: numbersOf(names), settled }))
    return resolveSettled
  }

  /** Drops a message that did not leave, or was refused: an earlier one is still the newest. */
  function stayed(deviceKey: DeviceKey, messageId: string): void {
    underWay.get(deviceKey)?.delete(messageId)
  }

  /** Takes in an accepted message, without waiting until it is on the disk. */
  function accepted({ deviceKey, messageId, jid, atMs }: SentMessage): void {
    const place = placeOf(messageId)
    if (!place) return
    const known = underWay.get(deviceKey)?.get(messageId)
    const names = known?.names ?? numbersOf({ phone: null, lid: null, jid })
    stayed(deviceKey, messageId)
    note({ ...place, deviceKey, names, atMs: atMs || now() })
  }

  /**
   * Takes in a message whose acceptance was proved late, or that left before a restart, unless it
   * or a newer one is known.
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
   * Resolves once it is known of each message that is leaving for a person whether it left: a
   * message that WhatsApp refuses is not what the person answers. `undefined`: none is leaving.
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

  /** Devices with messages that are found for only a day or two more and are not kept elsewhere. */
  function ageing(): readonly DeviceKey[] {
    const oldest = oldestDay()
    const keys = [...days]
      .filter(([number]) => number >= oldest && number <= oldest + 1)
      .flatMap(([number, day]) =>
        [...day.keys()].filter((key) => (keptDays.get(key) ?? 0) < number),
      )
    return [...new Set(keys)]
  }

  /** Notes that the ageing messages of a device are kept elsewhere now. */
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
