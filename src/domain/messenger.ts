import type { DeviceStatus, DisconnectCode } from '../contract/devices/device.ts'
import type { MessageStep } from '../contract/devices/device-check.ts'
import type { PasskeyStep } from '../contract/devices/passkey.ts'
import type { inboundMediaKinds } from '../contract/messages/message-record.ts'
import type { AccountAct, ActAnswer, Call, EarlierChat, PresenceChange } from './account-acts.ts'
import type { LockState, NewChatCap, TimeLock } from './account-limits.ts'
import type { GroupChange } from './group-acts.ts'
import type { Download, DownloadLimits } from './media-download.ts'
import type { MediaFile, MessageContent } from './message-content.ts'

/**
 * The port of WhatsApp that `whatsapp/` implements. Nothing here knows Baileys, sockets or threads.
 */

/** Internal key of a device. It names files, hosts and jobs, and is never shown to users. */
export type DeviceKey = string

/**
 * What a device and a person have to do with each other: a conversation, where the person wrote or
 * answered of late; nothing but messages from here; or nothing at all. WhatsApp limits messages to
 * all but the first, who are called strangers.
 */
export type Acquaintance = 'conversation' | 'written_to' | 'none'

/** What WhatsApp's directory answers about a phone. */
export type Lookup =
  | {
      readonly phone: string
      readonly result: 'found'
      readonly jid: string
      readonly lid: string | null
      /** Left out for somebody of whom nothing is known: a stranger. */
      readonly acquaintance?: Acquaintance
    }
  | { readonly phone: string; readonly result: 'absent' }
  /** The directory gave no clear answer (timeout, refusal, closed connection). Not "absent". */
  | {
      readonly phone: string
      readonly result: 'unknown'
      readonly detail: string
      /** The directory demands a slower pace: it says nothing about the person. */
      readonly isRateLimited?: boolean
      /** Until when it is not to be asked, where that is known; milliseconds since 1970. */
      readonly busyUntilMs?: number
    }

/** A phone to look up, with every form it may be registered under, the likeliest first. */
export type LookupRequest = {
  /** Of somebody who is known by a LID only: its digits, which are in no directory. */
  readonly phone: string
  readonly candidates: readonly string[]
  /** A person waits for the answer: a kept one that says "absent" is not good enough. */
  readonly isUrgent?: boolean
}

export type SendRequest = {
  /** Made and journaled by the caller; used unchanged. */
  readonly messageId: string
  readonly jid: string
  readonly content: MessageContent
  /**
   * True where an earlier attempt may have used a step of the Signal ratchet that was never stored:
   * the session with this recipient is dropped and rebuilt before the message leaves.
   */
  readonly isRepeat: boolean
  /** The file of the message after this one: where its upload fails, this one does not leave. */
  readonly uploadFirst?: MediaFile | null
  /** A person waits for it: it goes before those of campaigns that wait for their turn. */
  readonly isUrgent?: boolean
}

export type SendOutcome =
  /** WhatsApp's server acknowledged the message. `at` is the server's time or ours, ISO, UTC. */
  | {
      readonly kind: 'accepted'
      readonly at: string
      /**
       * Of an urgent one with a file: the file's part of the message in WhatsApp's own format, as
       * plain JSON.
       */
      readonly filePart?: Readonly<Record<string, unknown>>
    }
  /**
   * The server answered with an error code.
   * @property lock where it was refused as a first message: whether WhatsApp has locked the
   * account's first messages at the moment
   */
  | { readonly kind: 'refused'; readonly code: number; readonly lock?: LockState }
  /** Nothing was written to the socket: the message can safely be sent again. */
  | {
      readonly kind: 'not_sent'
      readonly reason:
        | 'closed'
        | 'withdrawn'
        | 'locked'
        | 'no_devices'
        | 'no_lid'
        | 'rate_limited'
        | 'media'
        | 'storage'
        | 'failed'
      readonly detail: string
      /** Rate limited: until when WhatsApp is not to be asked, where known; epoch milliseconds. */
      readonly busyUntilMs?: number
    }
  /** It may have been written to the socket, and no acknowledgement came. */
  | { readonly kind: 'unknown'; readonly reason: 'closed' | 'timeout'; readonly detail: string }

/** A file in a WhatsApp message: what it takes to download and decrypt it. */
export type InboundMedia = {
  readonly kind: (typeof inboundMediaKinds)[number]
  readonly directPath: string | null
  readonly url: string | null
  /** Base64. */
  readonly mediaKey: string
  /** Hash of the decrypted file, base64. */
  readonly sha256: string
}

export type InboundMessage = {
  readonly messageId: string
  /** The chat: the person's phone jid where it is known, else the LID jid; groups end in @g.us. */
  readonly chatJid: string
  readonly lid: string | null
  /** E.164 digits, where known. */
  readonly phone: string | null
  readonly pushName: string
  readonly fromMe: boolean
  readonly text: string
  readonly kind: string
  readonly sentAt: string
  /** The chat as WhatsApp named it. */
  readonly remoteJid: string
  /** The author's jid in a group; empty elsewhere. */
  readonly participant: string
  /** The message in WhatsApp's own format, as plain JSON. */
  readonly content: Readonly<Record<string, unknown>>
  readonly media: InboundMedia | null
}

/** A message that was sent before and is edited or taken back by its author. */
export type MessageChange = Pick<
  InboundMessage,
  | 'messageId'
  | 'chatJid'
  | 'lid'
  | 'phone'
  | 'fromMe'
  | 'sentAt'
  | 'remoteJid'
  | 'participant'
  | 'content'
> & {
  readonly changedId: string
  /** What it says now; null: it was taken back. */
  readonly text: string | null
}

/**
 * What a receipt says of a message. `undeliverable`: the other side cannot show it at all, such as
 * an app that is too old.
 */
export type ReceiptKind = 'delivered' | 'read' | 'undeliverable'

export type PasskeyState = {
  readonly step: PasskeyStep
  /** What the owner's browser is to be asked for, as JSON. */
  readonly request: string | null
  /** To be compared with the one on the phone. */
  readonly code: string | null
  /** When the step ends; ISO, UTC. */
  readonly until: string
}

export type MessengerEvent =
  | {
      readonly type: 'state'
      readonly key: DeviceKey
      readonly status: DeviceStatus
      /** Why it is not connected; null while connected or opening. */
      readonly reason: DisconnectCode | null
      /** E.164 digits of the account, once known. */
      readonly phone: string | null
      /** When the reason ends (ISO, UTC), where a time is known. */
      readonly until?: string | null
      /** WhatsApp's own words about it. */
      readonly said?: string | null
    }
  | {
      readonly type: 'qr'
      readonly key: DeviceKey
      readonly qr: string
      readonly expiresAt: string
    }
  /** A pairing code comes again, unchanged, with each new QR: either of them pairs. */
  | {
      readonly type: 'pairing_code'
      readonly key: DeviceKey
      readonly code: string
      readonly qr: string
    }
  /** What a linking to an account with a passkey needs next. */
  | ({ readonly type: 'passkey'; readonly key: DeviceKey } & PasskeyState)
  | {
      readonly type: 'receipt'
      readonly key: DeviceKey
      readonly messageIds: readonly string[]
      readonly kind: ReceiptKind
      readonly at: string
    }
  /** An acknowledgement that came after its send had already been given up as unknown. */
  | {
      readonly type: 'late_ack'
      readonly key: DeviceKey
      readonly messageId: string
      readonly at: string
      readonly errorCode: number | null
    }
  | { readonly type: 'inbound'; readonly key: DeviceKey; readonly message: InboundMessage }
  | { readonly type: 'message_change'; readonly key: DeviceKey; readonly change: MessageChange }
  | { readonly type: 'call'; readonly key: DeviceKey; readonly call: Call }
  | { readonly type: 'presence'; readonly key: DeviceKey; readonly presence: PresenceChange }
  | { readonly type: 'group'; readonly key: DeviceKey; readonly change: GroupChange }
  | { readonly type: 'history'; readonly key: DeviceKey; readonly chats: readonly EarlierChat[] }
  /** What WhatsApp says of its lock on first messages: with each connection and each change. */
  | { readonly type: 'time_lock'; readonly key: DeviceKey; readonly lock: TimeLock }
  | { readonly type: 'new_chat_cap'; readonly key: DeviceKey; readonly cap: NewChatCap }

/** How an account stands on WhatsApp's server; what it did not answer is null. */
export type Inspection = {
  /** E.164 digits. */
  readonly phone: string | null
  readonly clientVersion: string
  readonly hasName: boolean
  readonly addressing: 'lid' | 'pn' | 'unknown'
  readonly lock: TimeLock | null
  readonly newChats: NewChatCap | null
  readonly ownDevices: readonly { readonly id: number; readonly isThis: boolean }[] | null
  readonly ownNumber: Lookup['result']
}

export type Messenger = {
  /** Keeps the device connected from now on: connects, and reconnects for ever with backoff. */
  open(key: DeviceKey): void
  /** Starts (or restarts) pairing: a QR, or a pairing code for `phone` when `withCode`. */
  pair(key: DeviceKey, options: { readonly phone: string; readonly withCode: boolean }): void
  /** Goes on with a pairing that waits for the answer of a passkey. */
  answerPasskey(key: DeviceKey, assertion: string): void
  /** The owner has seen the same code on the phone. */
  confirmPasskey(key: DeviceKey): void
  /** Whether keys of a completed pairing are on the disk. */
  hasKeys(key: DeviceKey): Promise<boolean>
  /**
   * Closes the socket and keeps the keys; it stays closed until it is opened. With `moving` it will
   * be opened at once, and no event is published.
   */
  close(key: DeviceKey, why?: 'closed_by_user' | 'moving'): Promise<void>
  /** Logs the device out at WhatsApp if it can (5 s), then deletes its keys in any case. */
  logOut(key: DeviceKey): Promise<void>
  /** Looks up which phones are on WhatsApp, and prepares devices and Signal sessions of those. */
  lookUp(key: DeviceKey, people: readonly LookupRequest[]): Promise<readonly Lookup[]>
  /**
   * Which of these the device has a conversation with, by what is stored with its keys: WhatsApp is
   * not asked.
   */
  acquainted(key: DeviceKey, people: readonly LookupRequest[]): Promise<readonly boolean[]>
  /** How the device is acquainted with these, by the same; null while it is not connected. */
  acquaintances(
    key: DeviceKey,
    people: readonly LookupRequest[],
  ): Promise<readonly Acquaintance[] | null>
  /**
   * Downloads and decrypts a file, also while the device is not connected.
   * @param unwanted aborted when nobody waits for the file any more
   */
  download(
    key: DeviceKey,
    media: InboundMedia,
    limits: DownloadLimits & { readonly unwanted?: AbortSignal },
  ): Promise<Download>
  /**
   * Resolves once the fate of this attempt is known; never rejects.
   * @param unwanted aborted when the message is no longer to leave; one that was written goes on
   */
  send(key: DeviceKey, request: SendRequest, unwanted?: AbortSignal): Promise<SendOutcome>
  /** Does something else with the account; null where it was not done. */
  act(key: DeviceKey, act: AccountAct): Promise<ActAnswer>
  /** Asks WhatsApp about the account itself; null while the device is not connected. */
  inspect(key: DeviceKey): Promise<Inspection | null>
  /** What WhatsApp said of one of the device's last messages, the oldest first. */
  trace(key: DeviceKey, messageId: string): Promise<readonly MessageStep[]>
  /** Takes no new sends, waits up to `graceMs` for acknowledgements, then closes every socket. */
  stop(graceMs: number): Promise<void>
}

/** Finds the content of a sent message, for a phone that could not decrypt it. */
export type FindContent = (messageId: string) => Promise<MessageContent | undefined>
