import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import {
  getHistoryMsg,
  jidNormalizedUser,
  proto,
  type SignalDataTypeMap,
  type WASocket,
} from '@whiskeysockets/baileys'
import { isConversationJid, isLidJid, isPhoneJid } from '../../contract/jid.ts'
import type { EarlierChat } from '../../domain/account-acts.ts'
import type { DeviceKey, MessengerEvent } from '../../domain/messenger.ts'
import type { WriteLog } from '../connection/baileys-log.ts'
import { readFailure } from '../connection/failure.ts'
import type { DeviceStore } from '../keys/store-files.ts'
import { SALT_NOTE, writeSalt } from '../sending/privacy-token.ts'
import { isSaltSettled } from './account-salt.ts'
import { type HistoryChunk, readHistoryChunk } from './history-chunk.ts'
import { downloadPhoneFile, type PhoneFileOptions } from './phone-files.ts'

type Notification = proto.Message.IHistorySyncNotification

/** Larger chunks are left out: their people become known as they write. */
const SEALED_LIMIT_BYTES = 64 << 20
const INFLATED_LIMIT_BYTES = 256 << 20
/** Chats in one event, which becomes one webhook call. */
const CHATS_AT_ONCE = 500
/** Under this name Baileys keeps whose tokens it has, to drop those that expired. */
const TOKEN_INDEX = '__index'

const inflated = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflate)

type HistoryOptions = PhoneFileOptions & {
  readonly key: DeviceKey
  readonly emit: (event: MessengerEvent) => void
  readonly sock: WASocket
  readonly store: Pick<DeviceStore, 'readNote' | 'saveNote'>
  readonly log: WriteLog
}

/**
 * Takes in what the account's phone says of its chats after the pairing: who may be written to
 * without being a stranger, the LIDs of phones, and which chats there are, which is published. No
 * message is decoded or kept; Baileys can only do that with all of a chunk's, or with none.
 */
export function takeHistory(options: HistoryOptions): void {
  const { sock, log } = options
  let turn: Promise<void> = Promise.resolve()
  sock.ev.on('messages.upsert', ({ messages }) => {
    for (const { key, message } of messages) {
      if (!key.fromMe || !message) continue
      const notification = getHistoryMsg(message)
      if (!notification) continue
      // One after the other: a chunk takes megabytes while it is read.
      turn = turn
        .then(() => takeChunk(options, notification))
        .catch((error: unknown) => {
          log('warn', 'a part of the history could not be read', readFailure(error).message)
        })
    }
  })
}

async function takeChunk(options: HistoryOptions, notification: Notification): Promise<void> {
  if (notification.syncType === proto.Message.HistorySyncType.ON_DEMAND) return
  const { sock, store } = options
  const sealed = notification.initialHistBootstrapInlinePayload?.length
    ? notification.initialHistBootstrapInlinePayload
    : await download(options, notification)
  const chunk = readHistoryChunk(await inflated(sealed, { maxOutputLength: INFLATED_LIMIT_BYTES }))
  if (chunk.salt && !isSaltSettled(store)) store.saveNote(SALT_NOTE, writeSalt(chunk.salt))
  if (chunk.mappings.length > 0) {
    await sock.signalRepository.lidMapping.storeLIDPNMappings([...chunk.mappings])
  }
  await storeTokens(sock, chunk)
  publishChats(options, chunk)
}

function publishChats({ key, emit }: HistoryOptions, { chats, mappings }: HistoryChunk): void {
  const phones = new Map(mappings.map(({ pn, lid }) => [lid, pn]))
  const known = chats
    .filter(({ jid }) => isConversationJid(jid))
    .map(({ jid, pnJid, lidJid, name }): EarlierChat => {
      const phone = isPhoneJid(pnJid) ? pnJid : phones.get(jid)
      return { chatJid: phone ?? jid, lid: lidJid || null, name: name || null }
    })
  for (let at = 0; at < known.length; at += CHATS_AT_ONCE) {
    emit({ type: 'history', key, chats: known.slice(at, at + CHATS_AT_ONCE) })
  }
}

function download(options: HistoryOptions, notification: Notification): Promise<Uint8Array> {
  const file = { kind: 'md-msg-hist', ...notification, sha256: notification.fileSha256 } as const
  return downloadPhoneFile(options, file, SEALED_LIMIT_BYTES)
}

/** Keeps the tokens where Baileys looks for them: under LIDs, a newer one in place of an older. */
async function storeTokens(sock: WASocket, { tokens }: HistoryChunk): Promise<void> {
  if (tokens.length === 0) return
  const { keys, creds } = sock.authState
  const { lidMapping } = sock.signalRepository
  const named = await Promise.all(
    tokens.map(async (token) => {
      const jid = jidNormalizedUser(token.jid)
      const lid = isLidJid(jid) ? jid : await lidMapping.getLIDForPN(jid)
      return { ...token, name: lid ? jidNormalizedUser(lid) : jid }
    }),
  )
  await keys.transaction(async () => {
    const known = await keys.get('tctoken', [TOKEN_INDEX, ...named.map(({ name }) => name)])
    const rows: { [name: string]: SignalDataTypeMap['tctoken'] } = {}
    for (const { name, token, timestamp, senderTimestamp } of named) {
      const newest = rows[name] ?? known[name]
      if (Number(newest?.timestamp ?? 0) >= timestamp) continue
      rows[name] = {
        ...newest,
        token: Buffer.from(token),
        timestamp: String(timestamp),
        ...(senderTimestamp !== null && { senderTimestamp }),
      }
    }
    const names = [...new Set([...readIndex(known[TOKEN_INDEX]), ...Object.keys(rows)])]
    rows[TOKEN_INDEX] = { token: Buffer.from(JSON.stringify(names)) }
    await keys.set({ tctoken: rows })
  }, creds.me?.id ?? '')
}

function readIndex(row: SignalDataTypeMap['tctoken'] | undefined): readonly string[] {
  if (!row?.token.length) return []
  const names: unknown = JSON.parse(Buffer.from(row.token).toString())
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}
