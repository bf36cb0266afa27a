import type { SendErrorCode } from '../../../contract/campaigns/send.ts'
import { sendErrors } from '../../../contract/campaigns/send.ts'
import { isLidJid, isPhoneJid, lidJid, phoneJid, userOfJid } from '../../../contract/jid.ts'
import type { Addressee, Recipient } from '../recipient.ts'
import { isUntouched, RecipientStatus } from '../recipient.ts'
import { createTextColumn } from './text-column.ts'

const statuses = Object.values(RecipientStatus)
const errorCodes: readonly (SendErrorCode | null)[] = [
  null,
  ...Object.keys(sendErrors).filter((code): code is SendErrorCode => code in sendErrors),
]

/**
 * Recipients column by column, in typed arrays: a million of them are no work for the garbage
 * collector. In every column zero stands for what a recipient is before the first attempt, so that
 * the system gives memory only to columns of attempted ones. A whole `Recipient` is made when asked
 * for.
 */
export function createRecipientColumns(capacity: number) {
  const names = createTextColumn(capacity)
  /** JSON of each contact's further columns; empty where there are none. */
  const fields = createTextColumn(capacity)
  const phones = createDigits(capacity)
  const jids = createJids(capacity)
  const status = new Uint8Array(capacity)
  /** Place among the attempted ones, from 1. */
  const place = new Uint32Array(capacity)
  const attemptCount = new Uint16Array(capacity)
  const errorCode = new Uint8Array(capacity)
  /** WhatsApp's number for a refusal plus 1, so that 0 is none. */
  const refusal = new Int32Array(capacity)
  const sentAtMs = new Float64Array(capacity)
  const deliveredAtMs = new Float64Array(capacity)
  const readAtMs = new Float64Array(capacity)
  const repliedAtMs = new Float64Array(capacity)
  const replyTexts = createTextColumn(capacity)
  /** 1 where WhatsApp has the text that goes before the file. */
  const textSent = new Uint8Array(capacity)

  let addedCount = 0

  return { add, get, stateOf, set, orderOf }

  function orderOf(index: number): number {
    return (place[index] ?? 0) - 1
  }

  function add(row: Recipient): void {
    const index = addedCount
    addedCount += 1
    names.set(index, row.name)
    if (row.fields) fields.set(index, JSON.stringify(row.fields))
    phones.set(index, row.phone)
    if (!isUntouched(row)) set(index, row, { jid: null })
  }

  function get(index: number): Recipient {
    const json = fields.get(index)
    const row = stateOf(index)
    return json ? { ...row, fields: JSON.parse(json) } : row
  }

  function addresseeOf(index: number): Addressee {
    return { name: names.get(index), phone: phones.get(index) }
  }

  /**
   * A recipient without the further columns, which no fact changes.
   * @param addressee given where name and phone are not read: a name takes longer to decode than
   * the rest
   */
  function stateOf(index: number, { name, phone } = addresseeOf(index)): Recipient {
    const refused = refusal[index] ?? 0
    return {
      name,
      phone,
      status: statuses[status[index] ?? 0] ?? RecipientStatus.waiting,
      order: orderOf(index),
      jid: jids.get(index),
      attemptCount: attemptCount[index] ?? 0,
      errorCode: errorCodes[errorCode[index] ?? 0] ?? null,
      refusalCode: refused === 0 ? null : refused - 1,
      sentAtMs: sentAtMs[index] ?? 0,
      deliveredAtMs: deliveredAtMs[index] ?? 0,
      readAtMs: readAtMs[index] ?? 0,
      repliedAtMs: repliedAtMs[index] ?? 0,
      replyText: replyTexts.get(index) || null,
      ...(textSent[index] === 1 && { isTextSent: true }),
    }
  }

  /**
   * Sets everything but the addressee, which never changes.
   * @param before what is there now: most facts leave the jid as it is, which takes longest to set
   */
  function set(index: number, row: Recipient, before: Pick<Recipient, 'jid'>): void {
    status[index] = statuses.indexOf(row.status)
    place[index] = row.order + 1
    if (row.jid !== before.jid) jids.set(index, row.jid)
    attemptCount[index] = row.attemptCount
    errorCode[index] = errorCodes.indexOf(row.errorCode)
    refusal[index] = row.refusalCode === null ? 0 : row.refusalCode + 1
    sentAtMs[index] = row.sentAtMs
    deliveredAtMs[index] = row.deliveredAtMs
    readAtMs[index] = row.readAtMs
    // Answers come once, and never change.
    if (row.replyText !== null && !repliedAtMs[index]) replyTexts.set(index, row.replyText)
    repliedAtMs[index] = row.repliedAtMs
    textSent[index] = Number(row.isTextSent ?? false)
  }
}

/** Stores phone numbers as doubles, which hold fifteen digits; any other text is kept as it is. */
function createDigits(capacity: number) {
  const numbers = new Float64Array(capacity)
  const others = new Map<number, string>()

  return { get, set }

  function get(index: number): string {
    return others.get(index) ?? String(numbers[index] ?? 0)
  }

  function set(index: number, text: string): void {
    const value = asNumber(text)
    if (value === undefined) others.set(index, text)
    else numbers[index] = value
  }
}

/** Stores jids as numbers: a phone as its number, a LID as its number negated. */
function createJids(capacity: number) {
  const numbers = new Float64Array(capacity)
  const others = new Map<number, string>()

  return { get, set }

  function get(index: number): string | null {
    const value = numbers[index] ?? 0
    if (value > 0) return phoneJid(value)
    if (value < 0) return lidJid(-value)
    return others.get(index) ?? null
  }

  function set(index: number, jid: string | null): void {
    const value = jid === null ? 0 : asJidNumber(jid)
    numbers[index] = value ?? 0
    if (value === undefined && jid !== null) others.set(index, jid)
    else others.delete(index)
  }
}

function asJidNumber(jid: string): number | undefined {
  if (isPhoneJid(jid)) return asNumber(userOfJid(jid))
  if (!isLidJid(jid)) return undefined
  const value = asNumber(userOfJid(jid))
  return value === undefined ? undefined : -value
}

/** Returns `undefined` where the number would not print as this very text. */
function asNumber(text: string): number | undefined {
  const value = Number(text)
  return value > 0 && Number.isSafeInteger(value) && String(value) === text ? value : undefined
}
