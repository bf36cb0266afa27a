import { isLidJid, isPhoneJid } from '../../contract/jid.ts'
import { bytesOf, fieldsOf, numberOf, pick, textOf } from './protobuf-fields.ts'

/** What a chunk of the phone's history says of people, without its messages. */
export type HistoryChunk = {
  readonly tokens: readonly HistoryToken[]
  readonly chats: readonly HistoryChat[]
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

/** A chat by the name under which it is kept there, and what else is known of it. */
type HistoryChat = {
  readonly jid: string
  /** Both names of the same person; empty where they are not given. */
  readonly pnJid: string
  readonly lidJid: string
  readonly name: string
}

/** Fields of WhatsApp's HistorySync, its conversations and its mappings; Baileys lacks the salt. */
const CONVERSATION = 2
const MAPPING = 15
const NCT_SALT = 19
const CHAT = {
  ...{ jid: 1, subject: 13, token: 21, timestamp: 22, senderTimestamp: 28, displayName: 38 },
  ...{ pnJid: 39, lidJid: 42 },
}
const MAPPED = { pnJid: 1, lidJid: 2 }

/**
 * Reads people's tokens and names out of an inflated chunk. Messages, which are nearly all of it,
 * are stepped over without being decoded.
 * @throws RangeError for bytes that are cut off
 */
export function readHistoryChunk(bytes: Uint8Array): HistoryChunk {
  const tokens: HistoryToken[] = []
  const chats: HistoryChat[] = []
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
  return { tokens, chats, mappings, salt }

  function readChat(chat: Uint8Array): void {
    const { jid, token, timestamp, senderTimestamp, ...said } = pick(chat, CHAT)
    const name = textOf(jid)
    const isLid = isLidJid(name)
    const pnJid = isLid ? textOf(said.pnJid) : name
    const lidJid = isLid ? name : textOf(said.lidJid)
    addMapping(pnJid, lidJid)
    const shown = textOf(said.subject) || textOf(said.displayName)
    chats.push({ jid: name, pnJid, lidJid, name: shown })
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
