import { isGroupJid } from '../../contract/jid.ts'
import { TEXT_MAX_LENGTH } from '../../contract/limits.ts'
import type { WebhookMessage } from '../../contract/messages/chat.ts'
import type { ReportedMessage } from '../../contract/messages/chat-event.ts'
import { readFilePart } from '../../contract/messages/file-part.ts'
import { readMessageContent } from '../../contract/messages/message-content.ts'
import type { MessageFile } from '../../contract/messages/message-file.ts'
import { hasOneStatus } from '../../contract/messages/sent-status.ts'
import type { MediaFile, MessageContent } from '../message-content.ts'
import type { DeviceKey, InboundMedia, InboundMessage } from '../messenger.ts'
import { uploadPath } from '../uploads/uploads.ts'
import { plainContent, secondsOf } from './webhook-events.ts'
import type {
  InstanceKey,
  KeptMedia,
  KnownMessage,
  StoredMessage,
} from './webhook-message-store.ts'

/** Messages of the daemon's own devices, in the shape in which threads keep gateways' messages. */

/** A message that WhatsApp has accepted from one of the daemon's own devices. */
export type SentMessage = {
  readonly deviceKey: DeviceKey
  readonly messageId: string
  readonly jid: string
  readonly atMs: number
}

export function reported(message: InboundMessage): KnownMessage {
  const { text, kind, fromMe, chatJid, participant } = message
  const { shown, thumbnail, share } = readMessageContent(message.content, kind)
  return {
    id: message.messageId,
    remoteJid: chatJid,
    // In a group the LID is the author's, not the group's.
    lid: hasOneStatus(chatJid) ? message.lid : null,
    pushName: message.pushName.trim() || null,
    content: (text || shown).slice(0, TEXT_MAX_LENGTH),
    text: text || null,
    type: kind,
    isFromMe: fromMe,
    sentAtSeconds: secondsOf(Date.parse(message.sentAt)) || null,
    // A message from another device of the account comes from WhatsApp's server.
    status: fromMe && hasOneStatus(chatJid) ? 'sent' : null,
    thumbnail,
    ...share,
    ...(!fromMe && isGroupJid(chatJid) && participant !== '' && { author: participant }),
    ...(message.media && { media: keptMedia(message.media, message.content) }),
  }
}

function keptMedia(media: InboundMedia, content: InboundMessage['content']): KeptMedia {
  const part = content[`${media.kind}Message`] ?? content.ptvMessage
  const { mimetype, fileLength, ...said } = readFilePart(part)
  return { ...media, ...said, mimeType: mimetype, size: fileLength }
}

export function reportedSent(
  { messageId, jid, atMs }: SentMessage,
  content: MessageContent,
): ReportedMessage {
  const { message, messageType } = plainContent(content)
  const { shown } = readMessageContent(message, messageType)
  return {
    id: messageId,
    remoteJid: jid,
    lid: null,
    pushName: null,
    content: shown,
    text: content.text || null,
    type: messageType,
    isFromMe: true,
    sentAtSeconds: secondsOf(atMs),
    status: 'sent',
    thumbnail: null,
    ...(content.media && { file: sentFile(content.media) }),
  }
}

/** The upload that went out is shown for as long as it is kept. */
function sentFile({ mimeType, fileName: name, bytes, source }: MediaFile): MessageFile {
  const url = uploadPath(source.name) ?? null
  return { mimeType, name, bytes, durationSeconds: null, url }
}

/** A stored message as its thread shows it. */
export function shownMessage(
  { lid: _, media, author: _author, isUnread: _unread, ...message }: StoredMessage,
  instanceKey: InstanceKey,
): WebhookMessage {
  const file = message.file ?? (media && fileOfMedia(media))
  if (!file) return { ...message, ...instanceKey }
  const isOpenable = media !== undefined && !file.isViewOnce
  return { ...message, ...instanceKey, file: isOpenable ? { ...file, isOpenable } : file }
}

/** Messages of earlier versions say of their file only what it takes to download it. */
function fileOfMedia({ mimeType, fileName: name, size: bytes }: KeptMedia): MessageFile {
  return { mimeType, name, bytes, durationSeconds: null, url: null }
}
