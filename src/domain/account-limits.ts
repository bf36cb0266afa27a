/** What WhatsApp lets an account do with people who never wrote to it. */

/** WhatsApp refuses a message to somebody whom the account may not write to first. */
export const FIRST_MESSAGE_REFUSED = 463
/** WhatsApp refuses a message: the account has begun all new chats that this cycle allows. */
export const NEW_CHATS_USED_UP = 475

/** Whether WhatsApp's lock on first messages is in force; `unknown` where it did not say. */
export type LockState = 'active' | 'inactive' | 'unknown'

/** WhatsApp's lock on first messages of an account. */
export type TimeLock =
  | { readonly isActive: false }
  | {
      readonly isActive: true
      /** WhatsApp's own name for it, such as `DEFAULT` or `WEB_COMPANION_ONLY`. */
      readonly kind: string
      /** ISO, UTC; null where WhatsApp named no end. */
      readonly until: string | null
    }

/** How many new chats WhatsApp lets an account begin in a cycle. */
export type NewChatCap = {
  /** Null: no limit. */
  readonly total: number | null
  readonly used: number
  readonly status: 'NONE' | 'FIRST_WARNING' | 'SECOND_WARNING' | 'CAPPED'
  /** ISO, UTC. */
  readonly cycleEndsAt: string | null
}
