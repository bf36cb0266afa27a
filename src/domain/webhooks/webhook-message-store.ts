import type { ChangeKind, ChatContact, WebhookMessage } from '../../contract/messages/chat.ts'
import type { ReportedMessage } from '../../contract/messages/chat-event.ts'
import type { SentStatus, StatusUpdate } from '../../contract/messages/sent-status.ts'
import type { InboundMedia } from '../messenger.ts'
import type { MessageFilter, PageEdge, StoredChange } from './message-query.ts'

/** The messages of one instance of one gateway. */
export type InstanceKey = { readonly gatewayId: string; readonly instance: string }

/** A reported message as it is stored. */
export type StoredMessage = Pick<
  ReportedMessage,
  | 'id'
  | 'remoteJid'
  | 'lid'
  | 'pushName'
  | 'content'
  | 'type'
  | 'isFromMe'
  | 'status'
  | 'thumbnail'
  | 'file'
  | 'place'
  | 'contacts'
> & {
  /** Epoch seconds. */
  readonly sentAtSeconds: number
  /** Nobody has opened the chat since it arrived. */
  readonly isUnread?: boolean | undefined
  /** Absent where it stands as it was written. */
  readonly change?: ChangeKind | undefined
  /** What it takes to download its file; only where one of the daemon's own devices got it. */
  readonly media?: KeptMedia | undefined
  /** Jid of who wrote it, as WhatsApp names them; only of what somebody else wrote in a group. */
  readonly author?: string | undefined
}

/** A file of a message, and what the message says of it. */
export type KeptMedia = InboundMedia & {
  readonly mimeType: string | null
  readonly fileName: string | null
  readonly size: number | null
  readonly width: number | null
  readonly height: number | null
}

/** Some of the messages that were looked for, the newest first, and how many there are of all. */
export type FoundMessages = { readonly total: number; readonly messages: readonly StoredMessage[] }

/** A chat as a list of chats shows it. */
export type ChatSummary = ChatContact & {
  readonly lid: string | null
  /** Of the newest message, as are the next three. */
  readonly lastId: string
  readonly lastType: string
  readonly isLastFromMe: boolean
  readonly lastStatus: SentStatus | null
  readonly unreadCount: number
}

export type MessageCounts = {
  readonly messages: number
  /** Count of chats with one person. */
  readonly contacts: number
  readonly chats: number
}

/** A message that was just stored, with facts that only its event has. */
export type NewMessage = StoredMessage & {
  /** The message's text; null where there is none. */
  readonly text: string | null
  /** The instance's own jid, where it is known. */
  readonly ownJid: string | null
}

/** A reported message, with its file where that can be downloaded, and who wrote it in a group. */
export type KnownMessage = ReportedMessage & Pick<StoredMessage, 'author' | 'media'>

export type WebhookMessageStore = {
  /**
   * Resolves when all of them are on the disk, with the ids of those that were new.
   * @throws AppError `instance_limit`, `messages_damaged`, `storage_unavailable`
   */
  add(
    userId: string,
    instanceKey: InstanceKey,
    messages: readonly StoredMessage[],
  ): Promise<ReadonlySet<string>>
  /**
   * Resolves when the progress is on the disk, with the count of messages that changed.
   * @throws AppError `messages_damaged`, `storage_unavailable`
   */
  mark(userId: string, instanceKey: InstanceKey, updates: readonly StatusUpdate[]): Promise<number>
  /**
   * Resolves when it is on the disk that a message was edited or taken back by who wrote it, and
   * whether that changed it: false where it is not kept in this chat, or somebody else wrote it.
   * @throws AppError `messages_damaged`, `storage_unavailable`
   */
  change(userId: string, instanceKey: InstanceKey, change: StoredChange): Promise<boolean>
  /** Lists the names of a gateway's instances, in alphabetical order. */
  instances(userId: string, gatewayId: string): Promise<readonly string[]>
  /** Lists an instance's chats, the one with the newest message first. */
  contacts(userId: string, instanceKey: InstanceKey): Promise<readonly ChatContact[]>
  /** The same, with what an inbox shows of each. */
  chats(userId: string, instanceKey: InstanceKey): Promise<readonly ChatSummary[]>
  /**
   * Resolves when it is on the disk that a chat has been read, up to a message of it or whole.
   * Returns false where nothing was unread.
   * @throws AppError `messages_damaged`, `storage_unavailable`
   */
  read(
    userId: string,
    chat: InstanceKey & { readonly remoteJid: string; readonly upToId: string | undefined },
  ): Promise<boolean>
  /** Chats of an instance with unread messages; kept up to date, not counted when asked for. */
  unreadCount(userId: string, instanceKey: InstanceKey): Promise<number>
  /** When the newest message of a chat was sent, in epoch seconds; `undefined` without one. */
  newestAt(
    userId: string,
    chat: InstanceKey & { readonly remoteJid: string },
  ): Promise<number | undefined>
  counts(userId: string, instanceKey: InstanceKey): Promise<MessageCounts>
  /**
   * Lists `limit` messages in ascending order, the newest or those beside an edge; all jids of one
   * chat count as one. It costs what the page does, however long the thread is.
   */
  list(
    userId: string,
    query: InstanceKey & {
      readonly remoteJid: string | undefined
      readonly limit: number
      readonly edge?: PageEdge | undefined
    },
  ): Promise<readonly WebhookMessage[]>
  /** Finds what was received and sent; notes are neither. */
  search(userId: string, query: InstanceKey & MessageFilter): Promise<FoundMessages>
  removeGateway(userId: string, gatewayId: string): Promise<void>
}
