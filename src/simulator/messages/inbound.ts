import { randomBytes } from 'node:crypto'
import { type BinaryNode, proto } from '@whiskeysockets/baileys'
import type { PhoneSenderKeys } from '../groups/phone-sender-keys.ts'
import { appStateKeyOf } from '../protocol/app-state.ts'
import { noteRead } from '../protocol/presence.ts'
import {
  bytesOf,
  childOf,
  childrenOf,
  newMessageId,
  numberOf,
  readJid,
  secondsNow,
  server,
  stanza,
} from '../protocol/stanza.ts'
import type { PhoneSignal } from '../signal/phone-signal.ts'
import { SimulatorError } from '../simulator-error.ts'
import { findByNumber, findResident, lidJid, phoneJid, type Resident } from '../world/directory.ts'
import type { Account, Companion, World } from '../world/world.ts'
import { type Change, editMark, type PhoneCard, type PhoneFile, written } from './contents.ts'
import { historyChunk, notificationOf, tokenOf } from './history.ts'
import type { Media } from './media-store.ts'
import { deliver, settle } from './outbox.ts'
import { createPhoneFiles } from './phone-files.ts'
import { createSealing, padded, type Sent } from './sealing.ts'

export type Inbound = {
  /** A person writes to an account, perhaps with a file or a card. Gives the message's id. */
  send(message: {
    from: Resident
    account: Account
    text: string
    file: PhoneFile | null
    card: PhoneCard | null
    pushName: string
    /** In this group, whose jid it is; null: to the account itself. */
    group: string | null
    /** An earlier message that it edits or takes back; null: none. */
    change: Change | null
  }): string
  /** The account's owner writes to a person on the phone itself. Gives the message's id. */
  sendOwn(message: { account: Account; to: Resident; text: string; change: Change | null }): string
  /** The account's phone has moved its chats to LIDs, and notifies each client. */
  migrate(account: Account, people: readonly Resident[]): void
  /** The account's own phone ends the wait of a first login: keys first, then its history. */
  sendHistory(companion: Companion): void
  /** The account's own phone sends its clients its latest chats, with these people. */
  sendRecent(account: Account, people: readonly Resident[]): void
  /** Takes a client's receipt for a message that a phone sent. */
  takeReceipt(companion: Companion, receipt: BinaryNode): void
}

/** Messages kept for a client that asks for them again. */
const keptSent = 1000
/**
 * From this request for a copy on, a phone begins a new session even without keys in the request;
 * the first ones only ask for the message.
 */
const newSessionFrom = 3

/** What phones send to clients, encrypted to each with its own keys. */
export function createInbound(
  world: World,
  {
    signal,
    media,
    mediaHost,
    senderKeys,
  }: {
    signal: PhoneSignal
    media: Media
    mediaHost: () => string
    senderKeys: PhoneSenderKeys
  },
): Inbound {
  const sent = new Map<string, Sent>()
  const files = createPhoneFiles(world, { media, mediaHost })
  const sealing = createSealing(world, { signal, senderKeys })
  return { send, sendOwn, migrate, sendHistory, sendRecent, takeReceipt }

  function send(message: Parameters<Inbound['send']>[0]): string {
    const { from, account, file, card, pushName, group, change } = message
    const id = newMessageId()
    const plaintext = padded(files.contentOf(id, message))
    const attrs = {
      id,
      ...(group === null
        ? { from: lidJid(from), ...senderOf(from) }
        : { from: group, participant: lidJid(from), ...authorOf(from) }),
      type: file || card ? 'media' : 'text',
      t: secondsNow(),
      notify: pushName,
      ...editMark(change),
    }
    sendToAll(account, { from, plaintext, attrs })
    if (world.accountTable.of(account.phone).givesTokens) giveToken(account, from)
    return id
  }

  /** Gives the account the token of a person who wrote to it. */
  function giveToken(account: Account, from: Resident): void {
    const own = findByNumber(world, account.phone)
    if (!own || from.lid === null) return
    const { hidesNumber } = world.behaviours.of(from.name)
    const t = secondsNow()
    for (const companion of account.companions.values()) {
      const jid = phoneJid(own, companion.device)
      const attrs = { type: 'trusted_contact', jid, t }
      const tokens = stanza('tokens', {}, [stanza('token', attrs, tokenOf(from, account))])
      const sender = hidesNumber
        ? { from: lidJid(from) }
        : { from: phoneJid(from), sender_lid: lidJid(from) }
      const id = `token-${randomBytes(6).toString('hex')}`
      const notice = { ...sender, type: 'privacy_token', id, t }
      deliver(world, companion, stanza('notification', notice, [tokens]))
    }
  }

  function senderOf(from: Resident): Record<string, string> {
    if (from.lid === null) return {}
    const { hidesNumber } = world.behaviours.of(from.name)
    return { addressing_mode: 'lid', ...(!hidesNumber && { sender_pn: phoneJid(from) }) }
  }

  function authorOf(from: Resident): Record<string, string> {
    const { sender_pn: number, ...mode } = senderOf(from)
    return { ...mode, ...(number !== undefined && { participant_pn: number }) }
  }

  /** Each of the account's clients gets a copy, which says whom the message went to. */
  function sendOwn({ account, to, text, change }: Parameters<Inbound['sendOwn']>[0]): string {
    const from = findByNumber(world, account.phone)
    if (!from) throw new SimulatorError('absent', account.phone)
    const id = newMessageId()
    const deviceSentMessage = { destinationJid: lidJid(to), message: written(text, change) }
    const attrs = {
      id,
      from: lidJid(from),
      recipient: lidJid(to),
      peer_recipient_pn: phoneJid(to),
      addressing_mode: 'lid',
      type: 'text',
      t: secondsNow(),
      notify: account.pushName,
      ...editMark(change),
    }
    sendToAll(account, { from, plaintext: padded({ deviceSentMessage }), attrs })
    return id
  }

  function sendToAll(account: Account, message: Sent & { attrs: { id: string } }): void {
    const { attrs } = message
    sent.set(attrs.id, message)
    for (const oldest of sent.keys()) {
      if (sent.size <= keptSent) break
      sent.delete(oldest)
    }
    for (const companion of account.companions.values()) {
      world.stats.inboundSent += 1
      deliver(world, companion, stanza('message', attrs, sealing.seal(message, companion)))
    }
  }

  function migrate(account: Account, people: readonly Resident[]): void {
    const encodedMappingPayload = proto.LIDMigrationMappingSyncPayload.encode({
      pnToLidMappings: people.flatMap(({ phone, lid }) =>
        lid === null ? [] : [{ pn: Number(phone), assignedLid: Number(lid) }],
      ),
      chatDbMigrationTimestamp: Number(secondsNow()),
    }).finish()
    for (const companion of account.companions.values()) {
      sendFromOwnPhone(companion, {
        type: proto.Message.ProtocolMessage.Type.LID_MIGRATION_MAPPING_SYNC,
        lidMigrationMappingSyncMessage: { encodedMappingPayload },
      })
    }
  }

  function sendHistory(companion: Companion): void {
    const { keyId, keyData } = appStateKeyOf(world, companion.account)
    const type = proto.Message.HistorySyncType.INITIAL_BOOTSTRAP
    const { account } = companion
    const payload = historyChunk(world, { account, people: [], type })
    sendFromOwnPhone(companion, {
      type: proto.Message.ProtocolMessage.Type.APP_STATE_SYNC_KEY_SHARE,
      appStateSyncKeyShare: { keys: [{ keyId: { keyId }, keyData }] },
    })
    sendFromOwnPhone(companion, {
      type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType: type,
        initialHistBootstrapInlinePayload: payload,
        chunkOrder: 1,
        progress: 100,
      },
    })
  }

  function sendRecent(account: Account, people: readonly Resident[]): void {
    const type = proto.Message.HistorySyncType.RECENT
    const chunk = historyChunk(world, { account, people, type })
    const file = { ...media.seal(chunk, 'history'), length: chunk.length }
    const historySyncNotification = notificationOf(type, file)
    for (const companion of account.companions.values()) {
      sendFromOwnPhone(companion, {
        type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
        historySyncNotification,
      })
    }
  }

  // Not kept for a later login: a client waits for it only after its offline queue, and then it is
  // made anew.
  function sendFromOwnPhone(companion: Companion, protocolMessage: proto.Message.IProtocolMessage) {
    const resident = findByNumber(world, companion.account.phone)
    if (!resident) return
    const attrs = {
      id: newMessageId(),
      from: phoneJid(resident),
      category: 'peer',
      type: 'text',
      t: secondsNow(),
    }
    const enc = sealing.encrypt(resident, companion, padded({ protocolMessage }))
    companion.connection?.send(stanza('message', attrs, [enc]))
  }

  function takeReceipt(companion: Companion, receipt: BinaryNode): void {
    const { id = '', type } = receipt.attrs
    if (type === 'hist_sync' && !companion.historyTaken) {
      companion.historyTaken = true
      world.changed(companion.account)
    }
    const settled = settle(companion, receipt)
    if (type === 'retry') {
      world.stats.inboundRetries += 1
      sendAgain(companion, receipt)
    } else if (settled) {
      world.stats.inboundReceived += 1
    }
    if (type === 'read' || type === 'read-self') noteRead(companion, receipt)
    if (type === 'server-error') files.layAgain(companion, receipt)
    if (type === 'retry' || type === 'read') relay(companion, receipt)
    companion.connection?.send(
      stanza('ack', { class: 'receipt', id, from: receipt.attrs.to ?? server }),
    )
  }

  /** Hands a receipt on when the message came from another account's client. */
  function relay(companion: Companion, receipt: BinaryNode): void {
    const { to, id = '', type = '' } = receipt.attrs
    const receiver = findResident(world, to)
    const other = receiver && world.accounts.get(receiver.name)
    const client = other?.companions.get(readJid(to)?.device ?? 0)
    const resident = findByNumber(world, companion.account.phone)
    if (!client || !resident || client === companion) return
    const attrs = { id, type, from: lidJid(resident, companion.device), t: secondsNow() }
    deliver(world, client, stanza('receipt', attrs, childrenOf(receipt)))
  }

  function sendAgain(companion: Companion, receipt: BinaryNode): void {
    const { id = '' } = receipt.attrs
    const again = sent.get(id)
    const count = childOf(receipt, 'retry')?.attrs.count ?? '1'
    if (!again || Number(count) > 5) return
    const keys = childOf(receipt, 'keys')
    if (keys || Number(count) >= newSessionFrom) {
      const holder = world.person(again.from.name)
      holder.sessions = holder.sessions.filter((one) => one.client !== companion)
    }
    senderKeys.forgottenBy(companion, { group: again.attrs.from ?? '', name: again.from.name })
    addPreKeyOf(companion, keys)
    const enc = sealing.encrypt(again.from, companion, again.plaintext)
    const node = { ...enc, attrs: { ...enc.attrs, count } }
    companion.outbox.delete(`message ${id}`)
    deliver(world, companion, stanza('message', { ...again.attrs, t: secondsNow() }, [node]))
  }
}

/** A retry may bring a one-time pre-key of its own; it is the one to use next. */
function addPreKeyOf(companion: Companion, keys: BinaryNode | undefined): void {
  const key = childOf(keys, 'key')
  const publicBytes = bytesOf(childOf(key, 'value'))
  if (!publicBytes) return
  const id = numberOf(childOf(key, 'id'))
  companion.preKeys = new Map([[id, Buffer.from(publicBytes)], ...companion.preKeys])
}
