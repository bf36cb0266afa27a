import { AppError } from '../../contract/errors.ts'
import type {
  FindChatsBody,
  FindContactsBody,
  FindMessagesBody,
  FindStatusBody,
  ReadMessagesBody,
} from '../../contract/gateways/evolution-chats.ts'
import { OWN_GATEWAY_ID } from '../../contract/gateways/gateway.ts'
import { isGroupJid, normaliseJid, phoneJid, phoneOfJid } from '../../contract/jid.ts'
import { MEDIA_LIMIT_BYTES } from '../../contract/limits.ts'
import { numberCandidates } from '../../contract/phones/brazil.ts'
import type { NamedMessage } from '../account-acts.ts'
import type { Publish } from '../events.ts'
import { bytesOf } from '../media-download.ts'
import type { MediaFile } from '../message-content.ts'
import type { FindContent, Messenger } from '../messenger.ts'
import type { ReadUpload } from '../uploads/upload-store.ts'
import type {
  ChatSummary,
  FoundMessages,
  InstanceKey,
  StoredMessage,
  WebhookMessageStore,
} from '../webhooks/webhook-message-store.ts'
import type { Evolution } from './evolution.ts'
import type { GatewayCaller } from './gateway-access.ts'
import { authorOf, findMessage } from './group-authors.ts'
import type { InstanceRecord } from './instances.ts'
import { jidOf } from './message-context.ts'

export type EvolutionChats = ReturnType<typeof createEvolutionChats>

export type EvolutionChatNeeds = {
  readonly gateway: Pick<Evolution, 'find'>
  readonly messages: Pick<WebhookMessageStore, 'chats' | 'newestAt' | 'read' | 'search'>
  readonly publish: Publish
  readonly act: Messenger['act']
  readonly download: Messenger['download']
  readonly findContent: FindContent
  readonly readUpload: ReadUpload
}

export type FoundChat = ChatSummary & { readonly record: InstanceRecord }
export type MessageFile = {
  readonly message: StoredMessage
  readonly bytes: Uint8Array
  readonly mimeType: string
  readonly fileName: string | null
}

/** The type of a file of which WhatsApp names none. */
const PLAIN_FILE = 'application/octet-stream'

/** Reads the chats of instances, for clients of the Evolution-compatible API. */
export function createEvolutionChats({
  gateway,
  messages,
  publish,
  act,
  download,
  findContent,
  readUpload,
}: EvolutionChatNeeds) {
  return { chats, findChat, contacts, findMessages, findStatuses, markRead, fileOf, chatJid }

  async function chats(
    caller: GatewayCaller,
    name: string,
    { remoteJid, skip, take }: FindChatsBody,
  ): Promise<readonly FoundChat[]> {
    return chatsOf(caller, name, { remoteJid, from: skip, limit: take })
  }

  async function findChat(
    caller: GatewayCaller,
    name: string,
    remoteJid: string,
  ): Promise<FoundChat | null> {
    return (await chatsOf(caller, name, { remoteJid, from: 0, limit: 1 }))[0] ?? null
  }

  async function contacts(
    caller: GatewayCaller,
    name: string,
    { remoteJid, page, limit }: FindContactsBody,
  ): Promise<readonly FoundChat[]> {
    const from = page === 1 ? 0 : limit * (page - 1)
    return chatsOf(caller, name, { remoteJid, from, limit })
  }

  async function chatsOf(
    caller: GatewayCaller,
    name: string,
    query: {
      readonly remoteJid: string | undefined
      readonly from: number
      readonly limit: number
    },
  ): Promise<readonly FoundChat[]> {
    const { remoteJid, from, limit } = query
    const { record } = await gateway.find(caller, name)
    const place = placeOf(record)
    const jid = remoteJid && (await chatJid(caller.userId, place, remoteJid))
    const all = await messages.chats(caller.userId, place)
    const found = jid ? all.filter((chat) => chat.remoteJid === jid || chat.lid === jid) : all
    return found.slice(from, from + limit).map((chat) => ({ ...chat, record }))
  }

  async function findMessages(
    caller: GatewayCaller,
    name: string,
    { remoteJid, page, limit, ...filter }: FindMessagesBody,
  ): Promise<FoundMessages & { readonly record: InstanceRecord }> {
    const { record } = await gateway.find(caller, name)
    const place = placeOf(record)
    const jid = remoteJid && (await chatJid(caller.userId, place, remoteJid))
    const query = { ...place, ...filter, remoteJid: jid, skip: limit * (page - 1), limit }
    return { ...(await messages.search(caller.userId, query)), record }
  }

  /** The messages that the instance sent, of which it is known how far they have come. */
  async function findStatuses(
    caller: GatewayCaller,
    name: string,
    { remoteJid, id, page, limit }: FindStatusBody,
  ): Promise<FoundMessages & { readonly record: InstanceRecord }> {
    const filter = { type: undefined, fromSeconds: undefined, toSeconds: undefined }
    return findMessages(caller, name, { ...filter, remoteJid, id, isFromMe: true, page, limit })
  }

  /** @throws AppError `device_not_connected`, `whatsapp_failed`, `invalid` */
  async function markRead(
    caller: GatewayCaller,
    name: string,
    { readMessages }: ReadMessagesBody,
  ): Promise<void> {
    const { record, device, state } = await gateway.find(caller, name)
    if (state !== 'open') throw new AppError('device_not_connected', name)
    const theirs = readMessages.filter(({ fromMe }) => !fromMe)
    if (theirs.length === 0) return
    const named = await namedMessages(caller.userId, record.id, readMessages)
    const reading = { kind: 'read', messages: named, named: 'by_phone' } as const
    if (named.length > 0 && !(await act(device.key, reading))) {
      throw new AppError('whatsapp_failed', 'messages could not be marked as read')
    }
    const place = placeOf(record)
    for (const { remoteJid, id } of theirs) {
      const jid = await chatJid(caller.userId, place, remoteJid)
      const isChanged = await messages.read(caller.userId, { ...place, remoteJid: jid, upToId: id })
      if (isChanged) publish(caller.userId, { type: 'message', instance: record.id })
    }
  }

  /**
   * Names messages as WhatsApp does: those of a group with their author. @throws AppError `invalid`
   */
  async function namedMessages(
    userId: string,
    instance: string,
    given: ReadMessagesBody['readMessages'],
  ): Promise<NamedMessage[]> {
    const named: NamedMessage[] = []
    for (const [index, { id: messageId, fromMe, participant, ...key }] of given.entries()) {
      if (fromMe) continue
      const remoteJid = jidOf(key.remoteJid)
      const isBare = !participant && isGroupJid(remoteJid)
      const place = { instance, remoteJid, messageId }
      const kept = isBare ? await findMessage(messages, userId, place) : undefined
      // An own message has no author to whom a receipt could go.
      if (kept?.isFromMe) continue
      const path = `readMessages.${index}.participant`
      const author = isBare ? authorOf(kept, path) : (participant ?? '')
      named.push({ remoteJid, messageId, participant: author })
    }
    return named
  }

  /** @throws AppError `message_unknown`, `message_without_file`, `message_file_gone` */
  async function fileOf(
    caller: GatewayCaller,
    name: string,
    messageId: string,
  ): Promise<MessageFile> {
    const { record, device } = await gateway.find(caller, name)
    const query = { ...placeOf(record), id: messageId, skip: 0, limit: 1 }
    const [message] = (await messages.search(caller.userId, query)).messages
    if (!message) throw new AppError('message_unknown', messageId)
    const file = message.media ? await received(device.key, message.media) : await sentFile(message)
    if (file === undefined) throw new AppError('message_without_file', message.type)
    if (file === null) throw new AppError('message_file_gone', messageId)
    return { message, ...file }
  }

  async function received(deviceKey: string, media: NonNullable<StoredMessage['media']>) {
    const bytes = bytesOf(await download(deviceKey, media, { limitBytes: MEDIA_LIMIT_BYTES }))
    const { mimeType, fileName } = media
    return bytes && { bytes, mimeType: mimeType ?? PLAIN_FILE, fileName }
  }

  /** Finds the file of a message that was sent from here; `undefined` where it has none. */
  async function sentFile({ id, isFromMe }: StoredMessage) {
    const media = isFromMe ? (await findContent(id))?.media : undefined
    if (!media) return undefined
    const bytes = await storedBytes(media)
    return bytes && { bytes, mimeType: media.mimeType, fileName: media.fileName }
  }

  /** Null where it is gone or too large. */
  async function storedBytes({ source, bytes }: MediaFile): Promise<Uint8Array | null> {
    if (bytes > MEDIA_LIMIT_BYTES) return null
    return readUpload(source.userId, source.name, { from: 0, byteCount: bytes })
  }

  /**
   * Finds the chat that a caller means: one with a Brazilian may be kept by a number without the
   * ninth digit.
   */
  async function chatJid(userId: string, place: InstanceKey, written: string): Promise<string> {
    const jid = normaliseJid(jidOf(written)) ?? written
    const phone = phoneOfJid(jid)
    if (phone === null) return jid
    for (const candidate of numberCandidates(phone)) {
      const remoteJid = phoneJid(candidate)
      if ((await messages.newestAt(userId, { ...place, remoteJid })) !== undefined) return remoteJid
    }
    return jid
  }
}

function placeOf({ id }: InstanceRecord): InstanceKey {
  return { gatewayId: OWN_GATEWAY_ID, instance: id }
}
