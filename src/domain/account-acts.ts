import type { GroupAct, GroupAnswer } from './group-acts.ts'

/** What is done with a WhatsApp account beside sending messages. None of it is repeated. */
export type AccountAct =
  | GroupAct
  /** Sets how the account behaves from now on, also over later connections. */
  | { readonly kind: 'manner'; readonly manner: AccountManner }
  /** Marks messages as read, here and with those who wrote them. */
  | {
      readonly kind: 'read'
      readonly messages: readonly NamedMessage[]
      /** Whether chats are named as WhatsApp named them, or by phones where those are known. */
      readonly named: 'by_whatsapp' | 'by_phone'
    }
  /** Shows one person that the account is writing, recording, or no longer does either. */
  | {
      readonly kind: 'presence'
      readonly jid: string
      readonly presence: 'composing' | 'recording' | 'paused'
    }
  /** Blocks somebody from writing to the account, or unblocks them. */
  | { readonly kind: 'block'; readonly jid: string; readonly isBlocked: boolean }
  /** Changes the account's about text. */
  | { readonly kind: 'about'; readonly text: string }
  /** Finds the address of somebody's picture. */
  | { readonly kind: 'picture'; readonly jid: string }
  | { readonly kind: 'reject_call'; readonly callId: string; readonly from: string }
  /** Finds somebody's about text, as `status`, and since when it is set (`setAt`). */
  | { readonly kind: 'about_of'; readonly jid: string }
  /** Finds somebody's business profile. */
  | { readonly kind: 'business'; readonly jid: string }
  /** Changes the account's own name, as others see it. */
  | { readonly kind: 'name'; readonly text: string }
  /** Finds the account's own name; null before it is known. */
  | { readonly kind: 'own_name' }
  /** Changes the account's own picture, a JPEG; null removes it. */
  | { readonly kind: 'own_picture'; readonly picture: Uint8Array | null }
  /** Finds the account's privacy settings: to whom it shows what. */
  | { readonly kind: 'privacy' }
  | { readonly kind: 'set_privacy'; readonly settings: PrivacySettings }
  /**
   * Asks the account's phone to upload a message's file to WhatsApp's server once more; finds its
   * path there, or null where the phone says that it no longer has the file.
   */
  | ({
      readonly kind: 'file_again'
      readonly isFromMe: boolean
      /** Base64. */
      readonly mediaKey: string
    } & NamedMessage)
  /** Archives a chat in the account's apps, brings it back, or marks it as unread. */
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

/** The newest message of a chat: a change of the chat is dated by it. */
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

/** The answer to an act; null where it could not be done. */
export type ActAnswer =
  | ({ readonly value: string | null; readonly fields?: AnswerFields } & GroupAnswer)
  | null
export type AnswerFields = Readonly<Record<string, string>>

/** What somebody is doing, such as typing, as WhatsApp shows it to the account. */
export type PresenceChange = {
  /** The chat and the person, named by phones where those are known. */
  readonly chatJid: string
  readonly jid: string
  /** WhatsApp's own word, such as `composing` or `available`. */
  readonly presence: string
  /** Epoch seconds; null where WhatsApp does not say. */
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

/** A chat that the account had before its device was linked, as its phone reports it. */
export type EarlierChat = {
  /** The person's phone jid where it is known, else the LID's; groups end in @g.us. */
  readonly chatJid: string
  readonly lid: string | null
  /** The chat's name on the phone; null where the phone does not send it. */
  readonly name: string | null
}
