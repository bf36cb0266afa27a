/** What is done with WhatsApp's groups. */
export type GroupAct =
  | { readonly kind: 'group_create'; readonly subject: string; readonly members: readonly string[] }
  | { readonly kind: 'group_info'; readonly jid: string }
  | { readonly kind: 'group_list' }
  | { readonly kind: 'group_subject'; readonly jid: string; readonly text: string }
  /** An empty text removes the description. */
  | { readonly kind: 'group_description'; readonly jid: string; readonly text: string }
  /** A JPEG. */
  | { readonly kind: 'group_picture'; readonly jid: string; readonly picture: Uint8Array }
  | { readonly kind: 'group_setting'; readonly jid: string; readonly setting: GroupSetting }
  /** After how long messages vanish; 0: never. */
  | { readonly kind: 'group_vanish'; readonly jid: string; readonly seconds: number }
  | {
      readonly kind: 'group_members'
      readonly jid: string
      readonly change: MemberChange
      /** By phones or LIDs. */
      readonly members: readonly string[]
    }
  | { readonly kind: 'group_leave'; readonly jid: string }
  /** Finds the code of the group's invitation link; `isRenewed` makes another one. */
  | { readonly kind: 'group_invite'; readonly jid: string; readonly isRenewed: boolean }
  /** Finds the group that an invitation code leads to. */
  | { readonly kind: 'invited_group'; readonly code: string }
  /** Joins a group by an invitation code; answers the group's jid. */
  | { readonly kind: 'group_join'; readonly code: string }

type GroupSetting = 'announcement' | 'not_announcement' | 'locked' | 'unlocked'
type MemberChange = 'add' | 'remove' | 'promote' | 'demote'

/** A group as WhatsApp has it; people are named by phones where those are known. */
export type Group = {
  readonly jid: string
  readonly subject: string
  readonly subjectOwner: string | null
  /** Epoch seconds, as all times here; null where WhatsApp does not say. */
  readonly subjectAt: number | null
  readonly createdAt: number | null
  readonly owner: string | null
  readonly description: { readonly id: string | null; readonly text: string } | null
  readonly size: number
  /** Only admins may change the group's name. */
  readonly isLocked: boolean
  /** Only admins may write. */
  readonly isAnnounced: boolean
  readonly vanishSeconds: number
  readonly isCommunity: boolean
  readonly isCommunityAnnounce: boolean
  readonly community: string | null
  readonly joinApproval: boolean
  readonly memberAddMode: boolean
  readonly members: readonly GroupMember[]
}

export type GroupMember = {
  readonly jid: string
  readonly lid: string | null
  readonly rank: 'superadmin' | 'admin' | null
}

/** What became of one member that was to be changed, by WhatsApp's own code: 200 is done. */
export type MemberAnswer = { readonly jid: string; readonly status: string }

/** The answer to an act on groups; `refusal`: WhatsApp's own code. */
export type GroupAnswer = {
  readonly groups?: readonly Group[]
  readonly members?: readonly MemberAnswer[]
  readonly refusal?: number
}

/** Changed fields of a group, in WhatsApp's own words; null: the value was removed. */
export type GroupFields = Readonly<Record<string, string | boolean | null>>

/** A change of a group that the account is in. */
export type GroupChange =
  /** The account is in a group that it was not in before. */
  | { readonly kind: 'entered'; readonly group: Group }
  | {
      readonly kind: 'changed'
      readonly jid: string
      readonly author: string | null
      readonly fields: GroupFields
    }
  | {
      readonly kind: 'members'
      readonly jid: string
      readonly author: string | null
      readonly change: string
      readonly members: readonly GroupMember[]
    }
