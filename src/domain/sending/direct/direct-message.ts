import type { MediaFile, MessageContext, MessagePart } from '../../message-content.ts'
import type { DeviceKey } from '../../messenger.ts'
import type { SendFact } from '../recipient.ts'

/** One message that belongs to no campaign. */
export type DirectSend = {
  readonly userId: string
  readonly deviceKey: DeviceKey
  readonly jid: string
  readonly text: string
  /** The medium, by its name among the owner's uploads. */
  readonly media: DirectMedia | null
  readonly context?: MessageContext | undefined
  readonly part?: MessagePart | undefined
  readonly atMs: number
}

export type DirectMedia = Pick<MediaFile, 'kind' | 'fileName'> & { readonly name: string }

/** A message to send, ready but for its id. */
export type DirectMessage = {
  readonly deviceId: string
  /** A phone, the LID of a person whose phone is not known, or the jid of a group. */
  readonly to: string
  readonly text: string
  /** A file of the owner's uploads, and its name there. */
  readonly media: { readonly name: string; readonly file: MediaFile } | null
  readonly context?: MessageContext | undefined
  readonly part?: MessagePart | undefined
}

/** A message that WhatsApp's server has acknowledged. */
export type DirectSent = {
  readonly messageId: string
  readonly jid: string
  readonly at: string
  /** As `SendOutcome` has it. */
  readonly filePart?: Readonly<Record<string, unknown>>
}

export type DirectSendStore = {
  /** Durable before it resolves. The number is given to no other message that `find` finds. */
  record(send: DirectSend): Promise<number>
  /** Returns true where the fact is the first to prove that WhatsApp has the message. */
  note(fact: SendFact): Promise<boolean>
  /** Kept as long as phones may ask for the message again. */
  find(index: number): Promise<DirectSend | undefined>
  /** Names of the files that phones may still ask for, and perhaps of some that came before. */
  imageNames(): Promise<ReadonlySet<string>>
}
