import { z } from 'zod'
import type { GroupRequest, GroupState } from '../groups/group-request.ts'
import type { PhoneFile } from '../messages/contents.ts'
import type { StreamEnd } from '../protocol/end-kinds.ts'
import {
  AccountFields,
  type AccountLimits,
  type AccountSettings,
  LimitFields,
  noLimits,
  plainAccount,
} from '../world/account-settings.ts'
import type { Behaviour } from '../world/behaviour.ts'
import { Stats } from '../world/counts.ts'
import type { Faults } from '../world/faults.ts'
import { messageTypes } from '../world/message-types.ts'

/** A stanza without bytes, as JSON writes it. */
export type PlainStanza = {
  tag: string
  attrs: Record<string, string>
  content?: PlainStanza[]
}

/** A client linked to an account. */
export const LinkedDevice = z.object({
  phone: z.string(),
  device: z.number(),
  jid: z.string(),
  lid: z.string(),
})
export type LinkedDevice = z.infer<typeof LinkedDevice>

/** A message in WhatsApp's own format. */
export const MessageParts = z.record(z.string(), z.unknown())

/** One message that a phone read. A second stanza with the same id raises `times`. */
export const ReceivedMessage = z.object({
  phone: z.string(),
  messageId: z.string(),
  /** The account that sent it. */
  from: z.string(),
  type: z.enum(messageTypes),
  text: z.string().nullable(),
  caption: z.string().nullable(),
  /** Of the decrypted file, in hex; `null` too when the file could not be opened. */
  mediaSha256: z.string().nullable(),
  mimeType: z.string().nullable(),
  /** The name under which a document stands in the chat. */
  fileName: z.string().nullable(),
  /** The jid of the group it was written in; left out: to the person alone. */
  group: z.string().exactOptional(),
  /** The message in WhatsApp's own format, where it says more than its text or file. */
  parts: MessageParts.nullable(),
  /** What its stanza said of changing an earlier message: `1` edits it, `7` takes it back. */
  edit: z.string().exactOptional(),
  /** ISO 8601, UTC. */
  receivedAt: z.string(),
  /** Stanzas with this id that the phone read: more than 1 are duplicates. */
  times: z.number(),
  devices: z.array(z.number()),
  read: z.boolean(),
})
export type ReceivedMessage = z.infer<typeof ReceivedMessage>

export const Limits = LimitFields.transform((fields) => ({ ...noLimits, ...fields }))
export const Settings = AccountFields.transform((fields) => ({ ...plainAccount, ...fields }))

export const AccountState = z.object({
  phone: z.string(),
  pushName: z.string(),
  limits: Limits,
  settings: Settings,
  devices: z.array(
    z.object({
      device: z.number(),
      connected: z.boolean(),
      /** Of the client's end of its connection. */
      clientPort: z.number().nullable(),
      preKeys: z.number(),
      /** Stanzas that it has not acknowledged. */
      waiting: z.number(),
      /** What it has told of its presence since its login. */
      presences: z.array(z.object({ type: z.string().nullable(), name: z.string().nullable() })),
      /** What it has told of messages it read, calls it refused, and its typing. */
      told: z.array(z.object({ what: z.string(), about: z.string(), to: z.string() })),
    }),
  ),
})
export type AccountState = z.infer<typeof AccountState>

export type PhoneChange = 'reinstall' | 'forget' | 'link' | 'unlink' | 'migrate'

export const SimulatorStats = Stats.extend({ connections: z.number(), people: z.number() })
type SimulatorStats = z.infer<typeof SimulatorStats>

/** Plays the phones, and the faults of the server. Phones are digits, with the country code. */
export type SimulatorControl = {
  /** A phone scans the QR text that a client shows. Resolves once the client is linked. */
  scan(request: { qr: string; phone: string; name?: string }): Promise<LinkedDevice>
  /** A phone is given the pairing code that a client shows. */
  enterCode(request: { code: string; phone: string; name?: string }): Promise<LinkedDevice>
  /** The answer of an account's owner to a passkey's request, as a browser gives it. */
  showPasskey(answer: {
    phone: string
    request: string
    origin?: string
  }): Promise<{ answer: string }>
  /** The code that the phone shows while it is linked with a passkey. */
  passkeyCode(): Promise<{ code: string | null }>
  accounts(): Promise<AccountState[]>
  /** What a phone received, in order. */
  inbox(phone: string): Promise<ReceivedMessage[]>
  /** What all phones received, phone by phone. */
  inboxes(): AsyncIterable<ReceivedMessage>
  stats(): Promise<SimulatorStats>
  /** For a number, or a pattern with `*`. Replaces what was set for the same; `{}` lifts it. */
  setBehaviour(who: string, behaviour: Behaviour): Promise<void>
  /** Changes how WhatsApp treats an account, which need not be linked yet. Gives all settings. */
  setAccount(phone: string, fields: AccountFields): Promise<AccountSettings>
  /**
   * What happens to a person's phone: set up anew, its sessions lost, one more device linked, the
   * last one unlinked; or to an account's: its chats move to LIDs.
   */
  changePhone(phone: string, change: PhoneChange): Promise<void>
  /** Changes the faults named, and gives all that are then in force. */
  setFaults(faults: Partial<Faults>): Promise<Faults>
  /** A person writes to an account. Gives the message's id. */
  sendInbound(message: {
    from: string
    to: string
    text: string
    /** A picture in base64; the text is its caption then. */
    image?: string
    /** Any file, its bytes in base64. */
    file?: {
      kind: PhoneFile['kind']
      bytes: string
      mimeType: string
      name?: string
      seconds?: number
      isVoice?: boolean
    }
    /** A place in place of a text. */
    place?: { latitude: number; longitude: number; name?: string }
    /** Somebody's number in place of a text. */
    contact?: { name: string; phone: string }
    pushName?: string
    /** The jid of the group it is written in. */
    group?: string
    /** The id of their earlier message whose text this is from now on. */
    edits?: string
    /** The id of their earlier message that they take back; the text is not sent. */
    takesBack?: string
  }): Promise<{ messageId: string }>
  /** An account's owner writes on the phone itself: its clients get copies. Gives the id. */
  sendOwn(message: {
    from: string
    to: string
    text: string
    edits?: string
    takesBack?: string
  }): Promise<{ messageId: string }>
  /** A person makes a group, or changes one: without `group` one is made. Gives its jid. */
  playGroup(request: GroupRequest): Promise<{ group: string }>
  groups(): Promise<GroupState[]>
  /** Sends an account's clients any stanza; they have to acknowledge it, unless it is an iq or ib. */
  sendStanza(phone: string, node: PlainStanza): Promise<void>
  /**
   * Sends an account's clients one of everything that is of no use to them. Gives how many stanzas
   * they have to acknowledge.
   */
  makeNoise(phone: string): Promise<number>
  /** An account's phone sends its clients its chats with these people, tokens included. */
  sendHistory(phone: string, people: readonly string[]): Promise<void>
  /** A phone's owner reads one message, or all. Gives how many became read. */
  markRead(phone: string, messageId?: string): Promise<number>
  /** Cuts the connections of an account, or all. Gives how many there were. */
  drop(phone?: string): Promise<number>
  /** Ends the sessions of an account, or all, with a stream error, or as one of the named ends. */
  endStream(error: { phone?: string; code: StreamEnd }): Promise<number>
  /** The account's phone removes a linked client, or all of them. */
  logOut(phone: string, device?: number): Promise<number>
  /**
   * Sets the limits that the account's clients see, and notifies them. Under a time lock messages
   * to people it has no chat with are refused with 463.
   */
  setLimits(phone: string, limits: Partial<AccountLimits>): Promise<AccountLimits>
  /** Forgets inboxes, behaviours, settings, faults and counts. Accounts and sessions stay. */
  reset(): Promise<void>
}
