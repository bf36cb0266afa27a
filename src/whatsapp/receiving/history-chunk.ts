import { isLidJid, isPhoneJid } from '../../contract/jid.ts'

/** What a chunk of the phone's history tells of people, without its messages. */
export type HistoryChunk = {
  readonly tokens: readonly HistoryToken[]
  /** Both names of the same people. */
  readonly mappings: readonly { readonly pn: string; readonly lid: string }[]
  /** The account's secret for people without a token; null where this chunk has none. */
  readonly salt: Uint8Array | null
}

/** A person's permission to be written to, as the phone has it. */
type HistoryToken = {
  /** The chat: the person's LID or phone. */
  readonly jid: string
  readonly token: Uint8Array
  /** Seconds since 1970. */
  readonly timestamp: number
  /** When the account gave that person its own; null where it never did. */
  readonly senderTimestamp: number | null
}

/** Fields of WhatsApp's HistorySync, its conversations and its mappings; Baileys lacks the salt. */
const CONVERSATION = 2
const MAPPING = 15
const NCT_SALT = 19
const CHAT = { jid: 1, token: 21, timestamp: 22, senderTimestamp: 28, pnJid: 39, lidJid: 42 }
const MAPPED = { pnJid: 1, lidJid: 2 }

/**
 * Reads people's tokens and names out of an inflated chunk. Messages, which are nearly all of it,
 * are stepped over without being decoded.
 * @throws RangeError for bytes that are cut off
 */
export function readHistoryChunk(bytes: Uint8Array): HistoryChunk {
  const tokens: HistoryToken[] = []
  const mappings: { pn: string; lid: string }[] = []
  let salt: Uint8Array | null = null
  for (const field of fieldsOf(bytes)) {
    if (field.number === CONVERSATION) readChat(bytesOf(field))
    if (field.number === MAPPING) {
      const { pnJid, lidJid } = pick(bytesOf(field), MAPPED)
      addMapping(textOf(pnJid), textOf(lidJid))
    }
    if (field.number === NCT_SALT) salt = bytesOf(field)
  }
  return { tokens, mappings, salt }

  function readChat(chat: Uint8Array): void {
    const { jid, token, timestamp, senderTimestamp, pnJid, lidJid } = pick(chat, CHAT)
    const name = textOf(jid)
    const isLid = isLidJid(name)
    addMapping(isLid ? textOf(pnJid) : name, isLid ? name : textOf(lidJid))
    const seconds = numberOf(timestamp)
    if (!token || bytesOf(token).length === 0 || seconds === 0) return
    tokens.push({
      jid: name,
      token: bytesOf(token),
      timestamp: seconds,
      senderTimestamp: numberOf(senderTimestamp) || null,
    })
  }

  function addMapping(pn: string, lid: string): void {
    if (isPhoneJid(pn) && isLidJid(lid)) mappings.push({ pn, lid })
  }
}

/** One field of a protobuf message: a number, or bytes. */
type Field = { readonly number: number; readonly value: number | Uint8Array }

const VARINT = 0
const FIXED_64 = 1
const BYTES = 2
const FIXED_32 = 5

function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  let at = 0
  while (at < bytes.length) {
    const tag = varint()
    const number = Math.floor(tag / 8)
    switch (tag % 8) {
      case VARINT:
        yield { number, value: varint() }
        break
      case BYTES: {
        const length = varint()
        yield { number, value: take(length) }
        break
      }
      case FIXED_64:
        yield { number, value: take(8) }
        break
      case FIXED_32:
        yield { number, value: take(4) }
        break
      default:
        throw new RangeError(`no protobuf at byte ${at}`)
    }
  }

  /** Numbers above 2^53 lose their last digits: none of the fields that are read has such. */
  function varint(): number {
    let value = 0
    let factor = 1
    for (;;) {
      const byte = bytes[at]
      if (byte === undefined) throw new RangeError('a chunk that is cut off')
      at += 1
      value += (byte & 127) * factor
      if (byte < 128) return value
      factor *= 128
    }
  }

  function take(length: number): Uint8Array {
    if (at + length > bytes.length) throw new RangeError('a chunk that is cut off')
    at += length
    return bytes.subarray(at - length, at)
  }
}

function pick<Name extends string>(
  bytes: Uint8Array,
  numbers: Readonly<Record<Name, number>>,
): Partial<Record<Name, Field>> {
  const found: Partial<Record<Name, Field>> = {}
  const names = new Map<number, Name>()
  for (const name of Object.keys(numbers)) {
    if (isName(name, numbers)) names.set(numbers[name], name)
  }
  for (const field of fieldsOf(bytes)) {
    const name = names.get(field.number)
    if (name !== undefined) found[name] = field
  }
  return found
}

function isName<Name extends string>(
  name: string,
  numbers: Readonly<Record<Name, number>>,
): name is Name {
  return Object.hasOwn(numbers, name)
}

const nothing = new Uint8Array(0)

function bytesOf(field: Field | undefined): Uint8Array {
  return field?.value instanceof Uint8Array ? field.value : nothing
}

function textOf(field: Field | undefined): string {
  return Buffer.from(bytesOf(field)).toString('utf8')
}

function numberOf(field: Field | undefined): number {
  return typeof field?.value === 'number' ? field.value : 0
}
