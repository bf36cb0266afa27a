import type { z } from 'zod'
import type {
  FoundChatJson,
  FoundChatsJson,
  FoundContactsJson,
  FoundMessagesJson,
  FoundStatusesJson,
  MediaOfMessageJson,
} from '../../contract/gateways/evolution-chats.ts'
import { isGroupJid } from '../../contract/jid.ts'
import type { SentStatus } from '../../contract/messages/sent-status.ts'
import type { FoundChat, MessageFile } from '../../domain/gateways/evolution-chats.ts'
import type { InstanceRecord } from '../../domain/gateways/instances.ts'
import type { FoundMessages, StoredMessage } from '../../domain/webhooks/webhook-message-store.ts'

/** Encodes chats and their messages in the words of Evolution API. */

const statusNames: Readonly<Record<SentStatus, string>> = {
  sent: 'SERVER_ACK',
  delivered: 'DELIVERY_ACK',
  read: 'READ',
}

export function* toFoundChats(
  chats: readonly FoundChat[],
): Iterable<z.infer<typeof FoundChatsJson>[number]> {
  for (const { record, ...chat } of chats) {
    const updatedAt = toTime(chat.lastAtSeconds)
    const last = {
      id: chat.lastId,
      remoteJid: chat.remoteJid,
      lid: chat.lid,
      pushName: chat.pushName,
      content: chat.lastMessage,
      type: chat.lastType,
      isFromMe: chat.isLastFromMe,
      sentAtSeconds: chat.lastAtSeconds,
    }
    yield {
      id: chat.remoteJid,
      remoteJid: chat.remoteJid,
      pushName: chat.pushName,
      profilePicUrl: null,
      updatedAt,
      windowStart: null,
      windowExpires: null,
      windowActive: false as const,
      lastMessage: { ...toMessage(last, record), participant: null, sessionId: null, status: null },
      unreadCount: chat.unreadCount,
      isSaved: chat.pushName !== null,
    }
  }
}

export function* toFoundContacts(
  chats: readonly FoundChat[],
): Iterable<z.infer<typeof FoundContactsJson>[number]> {
  for (const { record, remoteJid, pushName, lastAtSeconds } of chats) {
    const updatedAt = toTime(lastAtSeconds)
    const isGroup = isGroupJid(remoteJid)
    const isSaved = pushName !== null
    yield {
      ...{ id: remoteJid, remoteJid, pushName, profilePicUrl: null },
      ...{ createdAt: updatedAt, updatedAt, instanceId: record.instanceId },
      ...{ isGroup, isSaved, type: isGroup ? 'group' : isSaved ? 'contact' : 'group_member' },
    }
  }
}

export function toFoundChat(chat: FoundChat | null): z.infer<typeof FoundChatJson> {
  if (!chat) return null
  const { remoteJid, pushName, lastAtSeconds, unreadCount, record } = chat
  const updatedAt = toTime(lastAtSeconds)
  return {
    ...{ id: remoteJid, remoteJid, name: pushName, labels: [] },
    ...{ createdAt: updatedAt, updatedAt, instanceId: record.instanceId },
    unreadMessages: unreadCount,
  }
}

export function toFoundMessages(
  { total, messages, record }: FoundMessages & { readonly record: InstanceRecord },
  { page, limit }: { readonly page: number; readonly limit: number },
): z.infer<typeof FoundMessagesJson> {
  const records = messages.map((message) => ({
    ...toMessage(message, record),
    MessageUpdate: message.status === null ? [] : [{ status: statusNames[message.status] }],
  }))
  return { messages: { total, pages: Math.ceil(total / limit), currentPage: page, records } }
}

export function toFoundStatuses({
  messages,
  record: { instanceId },
}: FoundMessages & { readonly record: InstanceRecord }): z.infer<typeof FoundStatusesJson> {
  return messages.flatMap(({ id, remoteJid, status }) =>
    status === null
      ? []
      : {
          ...{ id: `${id}-${status}`, keyId: id, remoteJid, fromMe: true as const },
          ...{ participant: null, pollUpdates: null, status: statusNames[status] },
          ...{ instanceId, messageId: id },
        },
  )
}

export function toMediaOfMessage({
  message,
  bytes,
  mimeType,
  fileName,
}: MessageFile): z.infer<typeof MediaOfMessageJson> {
  const { media, type, id } = message
  const caption = captionOf(message)
  const extension = /^[\w-]+\/(?:x-)?([\w]+)/.exec(mimeType)?.[1] ?? 'bin'
  return {
    mediaType: type,
    fileName: fileName || `${id}.${extension}`,
    ...(caption !== null && { caption }),
    size: {
      fileLength: { low: bytes.length, high: 0, unsigned: true },
      ...(media?.height != null && { height: media.height }),
      ...(media?.width != null && { width: media.width }),
    },
    mimetype: mimeType,
    base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    buffer: null,
  }
}

type Shown = Pick<
  StoredMessage,
  'id' | 'remoteJid' | 'lid' | 'pushName' | 'content' | 'type' | 'isFromMe' | 'sentAtSeconds'
> &
  Partial<Pick<StoredMessage, 'media' | 'thumbnail'>>

function toMessage(message: Shown, { instanceId }: InstanceRecord) {
  const { id, remoteJid, lid, isFromMe, pushName, type } = message
  return {
    id,
    key: { id, fromMe: isFromMe, remoteJid, ...(lid !== null && { senderLid: lid }) },
    pushName: isFromMe ? 'Você' : pushName,
    messageType: type,
    message: contentOf(message),
    messageTimestamp: message.sentAtSeconds,
    instanceId,
    source: isFromMe ? 'web' : 'unknown',
    contextInfo: null,
  }
}

/** What is kept of a message, in WhatsApp's own format. */
function contentOf(message: Shown): Record<string, unknown> {
  const { type, content, media, thumbnail } = message
  if (type === 'conversation' || type === 'extendedTextMessage') return { conversation: content }
  const caption = captionOf(message)
  return {
    [type]: {
      ...(media && {
        ...(media.url !== null && { url: media.url }),
        ...(media.directPath !== null && { directPath: media.directPath }),
        ...(media.mimeType !== null && { mimetype: media.mimeType }),
        ...(media.fileName !== null && { fileName: media.fileName }),
        ...(media.size !== null && {
          fileLength: { low: media.size, high: 0, unsigned: true },
        }),
        ...(media.height !== null && { height: media.height }),
        ...(media.width !== null && { width: media.width }),
        ...{ mediaKey: media.mediaKey, fileSha256: media.sha256 },
      }),
      ...(caption !== null && { caption }),
      ...(thumbnail != null && { jpegThumbnail: thumbnail }),
    },
  }
}

/** Where there is no text, a word for the kind stands in brackets. */
function captionOf({ type, content }: Pick<Shown, 'type' | 'content'>): string | null {
  const hasWord = content === '' || /^\[[^\]]*\]$/.test(content)
  return type === 'conversation' || hasWord ? null : content
}

function toTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
