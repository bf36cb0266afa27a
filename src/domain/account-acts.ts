import type { GroupAct, GroupAnswer } from './group-acts.ts'

/** What is done with a WhatsApp account beside sending messages. None of it is repeated. */
export type AccountAct =
  | GroupAct
  /** How the account behaves from now on, also over later connections. */
  | { readonly kind: 'manner'; readonly manner: AccountManner }
  /** The messages count as read, here and with those who wrote them. */
  | {
      readonly kind: 'read'
      readonly messages: readonly NamedMessage[]
      /** Whether chats are named as WhatsApp named them, or by phones where those are known. */
      readonly named: 'by_whatsapp' | 'by_phone'
    }
  /** Shown to one person. */
  | {
      readonly kind: 'presence'
      readonly jid: string
      readonly presence: 'composing' | 'recording' | 'paused'
    }
  /** Whether somebody may write to the account. */
  | { readonly kind: 'block'; readonly jid: string; readonly isBlocked: boolean }
  /** What the account says of itself. */
  | { readonly kind: 'about'; readonly text: string }
  /** Finds the address of somebody's picture. */
  | { readonly kind: 'picture'; readonly jid: string }
  | { readonly kind: 'reject_call'; readonly callId: string; readonly from: string }
  /** Finds what somebody says of themselves, as `status` and since when (`setAt`). */
  | { readonly kind: 'about_of'; readonly jid: string }
  /** Finds somebody's business profile. */
  | { readonly kind: 'business'; readonly jid: string }
  /** The account's own name, as others see it. */
  | { readonly kind: 'name'; readonly text: string }
  /** Finds that name; null before it is known. */
  | { readonly kind: 'own_name' }
  /** The account's own picture, a JPEG; null takes it away. */
  | { readonly kind: 'own_picture'; readonly picture: Uint8Array | null }
  /** Finds to whom the account shows what. */
  | { readonly kind: 'privacy' }
  | { readonly kind: 'set_privacy'; readonly settings: PrivacySettings }
  /**
   * Asks the account's phone to lay a message's file on WhatsApp's server once more; finds its path
   * there, or null where the phone says that it has the file no more.
   */
  | ({
      readonly kind: 'file_again'
      readonly isFromMe: boolean
      /** Base64. */
      readonly mediaKey: string
    } & NamedMessage)
  /** Where a chat stands in the account's apps. */
  | {
      readonly kind: 'chat'
      readonly last: LastOfChat
      readonly change: { readonly archive: boolean } | { readonly markRead: false }
    }

export type AccountManner = {
  /** Shown as online: the account's phone then gets no notifications. */
  readonly isAvailable: boolean
  /** Status updates of others count as seen. */
  readonly readsStatus: boolean
}

/** A message as WhatsApp names it. */
export type NamedMessage = {
  readonly remoteJid: string
  readonly messageId: string
  /** The author's jid in a group; empty elsewhere. */
  readonly participant: string
}

/** The newest message of a chat, with which a change of its place is dated. */
type LastOfChat = {
  readonly remoteJid: string
  readonly messageId: string
  readonly isFromMe: boolean
  /** The author's jid in a group; empty elsewhere. */
  readonly participant: string
  readonly sentAtSeconds: number
}

type Shown = 'all' | 'contacts' | 'contact_blacklist' | 'none'
/** To whom an account shows what, in WhatsApp's own words. */
export type PrivacySettings = {
  readonly readreceipts: 'all' | 'none'
  readonly profile: Shown
  readonly status: Shown
  readonly online: 'all' | 'match_last_seen'
  readonly last: Shown
  readonly groupadd: 'all' | 'contacts' | 'contact_blacklist'
}

/** What came of an act; null where it could not be done. */
export type ActAnswer =
  | ({ readonly value: string | null; readonly fields?: AnswerFields } & GroupAnswer)
  | null
export type AnswerFields = Readonly<Record<string, string>>

/** What somebody is doing, as WhatsApp tells those to whom it is shown. */
export type PresenceChange = {
  /** The chat and the person, named by phones where those are known. */
  readonly chatJid: string
  readonly jid: string
  /** WhatsApp's own word, such as `composing` or `available`. */
  readonly presence: string
  /** Epoch seconds; null where it is not told. */
  readonly lastSeenSeconds: number | null
}

/** A call to the account, or what became of one. */
export type Call = {
  readonly id: string
  /** The chat it belongs to, and who calls, as WhatsApp names them. */
  readonly chatJid: string
  readonly from: string
  /** E.164 digits of who calls, where known. */
  readonly phone: string | null
  /** ISO, UTC. */
  readonly at: string
  /** WhatsApp's own word, such as `offer` or `terminate`. */
  readonly status: string
  readonly isVideo: boolean
  readonly isGroup: boolean
  /** It came while the device was away. */
  readonly isOffline: boolean
}

/** A chat that the account had before its device was linked, as its phone tells. */
export type EarlierChat = {
  /** The person's phone jid where it is known, else the LID's; groups end in @g.us. */
  readonly chatJid: string
  readonly lid: string | null
  /** As it stands on the phone; null where that is not told. */
  readonly name: string | null
}
