import type { DeviceStatus, DisconnectCode } from '../contract/device.ts'

/**
 * What the product needs of WhatsApp: the port that `whatsapp/` implements. Nothing here knows
 * Baileys, sockets or threads.
 */

/** Our own key of a device. It names files, hosts and jobs, and is never shown to anyone. */
export type DeviceKey = string

export type MediaFile = {
  /** Absolute path of a file that the daemon itself stored. */
  readonly path: string
  readonly mimeType: string
  /** As what it is shown; the same picture may go out as an image or as a document. */
  readonly kind: 'image' | 'video' | 'audio' | 'document'
  /** What the person who gets it sees as its name; null: none. */
  readonly fileName: string | null
}

export type MessageContent = {
  /** The caption where there is a medium. */
  readonly text: string
  readonly media: MediaFile | null
}

/** A person as WhatsApp's directory knows them. */
export type Lookup =
  | { readonly phone: string; readonly result: 'found'; readonly jid: string; readonly lid: string }
  | { readonly phone: string; readonly result: 'absent' }
  /** The directory gave no clear answer (timeout, refusal, closed connection). Not "absent". */
  | { readonly phone: string; readonly result: 'unknown'; readonly detail: string }

/** One person to look up: every form the number may be registered under, the likeliest first. */
export type LookupRequest = { readonly phone: string; readonly candidates: readonly string[] }

export type SendRequest = {
  /** Made and journaled by the caller; it goes out as it is. */
  readonly messageId: string
  readonly jid: string
  readonly content: MessageContent
  /**
   * True where an earlier attempt may have used a step of the Signal ratchet that was never
   * stored: the session with this person is dropped and built anew before the message leaves.
   */
  readonly isRepeat: boolean
}

export type SendOutcome =
  /** WhatsApp's server acknowledged the message. `at` is the server's time or ours, ISO, UTC. */
  | { readonly kind: 'accepted'; readonly at: string }
  /** The server answered with an error code (463: reach-out restriction). */
  | { readonly kind: 'refused'; readonly code: number }
  /** Nothing was written for this person: it is safe to try again. */
  | {
      readonly kind: 'not_sent'
      readonly reason: 'closed' | 'no_devices' | 'rate_limited' | 'media' | 'storage' | 'failed'
      readonly detail: string
    }
  /** It may have been written, and no acknowledgement came. */
  | { readonly kind: 'unknown'; readonly reason: 'closed' | 'timeout'; readonly detail: string }

/** A file in a message of WhatsApp, as far as it takes to fetch and open it. */
export type InboundMedia = {
  readonly kind: InboundMediaKind
  readonly directPath: string | null
  readonly url: string | null
  /** Base64. */
  readonly mediaKey: string
  /** Of the open file, base64. */
  readonly sha256: string
}
export const inboundMediaKinds = ['image', 'video', 'audio', 'document', 'sticker'] as const
type InboundMediaKind = (typeof inboundMediaKinds)[number]

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
  /** Who wrote it, in a group; empty elsewhere. */
  readonly participant: string
  /** The message in WhatsApp's own format, as plain JSON. */
  readonly content: Readonly<Record<string, unknown>>
  readonly media: InboundMedia | null
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
    }
  | {
      readonly type: 'qr'
      readonly key: DeviceKey
      readonly qr: string
      readonly expiresAt: string
    }
  /** The same code comes again with each new QR: either of them pairs. */
  | {
      readonly type: 'pairing_code'
      readonly key: DeviceKey
      readonly code: string
      readonly qr: string
    }
  | {
      readonly type: 'receipt'
      readonly key: DeviceKey
      readonly messageIds: readonly string[]
      readonly kind: 'delivered' | 'read'
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
  /** WhatsApp limits whom this device may write to, until `until` (ISO) where it said so. */
  | {
      readonly type: 'restriction'
      readonly key: DeviceKey
      readonly kind: 'reachout' | 'new_chats'
      readonly until: string | null
    }

export type Messenger = {
  /** Wants the device connected from now on: connects, and reconnects for ever with backoff. */
  open(key: DeviceKey): void
  /** Starts (or restarts) pairing: a QR, or a pairing code for `phone` when `withCode`. */
  pair(key: DeviceKey, options: { readonly phone: string; readonly withCode: boolean }): void
  /** Whether keys of a finished pairing lie on the disk. */
  hasKeys(key: DeviceKey): Promise<boolean>
  /** Closes the socket and keeps the keys; it stays closed. */
  close(key: DeviceKey): Promise<void>
  /** Logs the device out at WhatsApp if it can (5 s), then deletes its keys. Never fails for the former. */
  logOut(key: DeviceKey): Promise<void>
  /** Tells who is on WhatsApp, and prepares devices and Signal sessions of those who are. */
  lookUp(key: DeviceKey, people: readonly LookupRequest[]): Promise<readonly Lookup[]>
  /** The open file of a message; null where it cannot be had in time or is larger than `limitBytes`. */
  download(
    key: DeviceKey,
    media: InboundMedia,
    options: { readonly limitBytes: number },
  ): Promise<Uint8Array | null>
  /** Resolves once the fate of this attempt is known; never rejects. */
  send(key: DeviceKey, request: SendRequest): Promise<SendOutcome>
  /** Takes no new sends, waits up to `graceMs` for acknowledgements, closes every socket without logging out. */
  stop(graceMs: number): Promise<void>
}

/** What `whatsapp/` asks back of the daemon: the content of a message a phone could not decrypt. */
export type FindContent = (messageId: string) => Promise<MessageContent | undefined>
