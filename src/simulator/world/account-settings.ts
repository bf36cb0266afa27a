import { z } from 'zod'
import { DelayMs } from './behaviour.ts'
import { personName } from './numbers.ts'

/**
 * How WhatsApp treats one account. A knob is one field here and its default below; a world sets
 * others in `presets.ts`, and a test those of one account with the control's `setAccount`.
 */
export const AccountFields = z.strictObject({
  /** Where its chats are: at LIDs (migrated) or at phone numbers. */
  addressing: z.enum(['lid', 'pn']).exactOptional(),
  /**
   * What becomes of a migrated account's message to a phone number: refused with 463, accepted, or
   * accepted and never delivered.
   */
  strictPn: z.enum(['refuse', 'accept', 'ghost']).exactOptional(),
  /**
   * Whether a message's jids are checked: all in one name space, none of a device that is gone; the
   * acknowledgement then hints at devices that are missing.
   */
  checksDevices: z.boolean().exactOptional(),
  /** Whether a message to a LID is refused with 463 where it does not name the number as well. */
  wantsPeerPn: z.boolean().exactOptional(),
  /**
   * Whether strangers are reached only with their token, or with a proof of the account's salt; an
   * earlier message alone makes no chat.
   */
  needsToken: z.boolean().exactOptional(),
  /** Whether whoever writes to the account gives it a token. */
  givesTokens: z.boolean().exactOptional(),
  /** Where the phone gives the account's salt: in its history, its settings, both or neither. */
  salt: z.enum(['history', 'settings', 'both', 'none']).exactOptional(),
  /** What a pairing says of the account's chats: at LIDs, not at LIDs, or nothing (`null`). */
  clientProps: z.boolean().nullable().exactOptional(),
  /** Properties by their code; `9435` says whether accounts may be migrated. */
  props: z.record(z.string(), z.string()).exactOptional(),
  /** Which forms of a contact query the directory knows. */
  contactForms: z.enum(['both', 'classic']).exactOptional(),
  /** What a migrated account gets when it asks for devices by number. */
  devicesByPn: z.enum(['answer', 'empty']).exactOptional(),
  /** Whether a pairing carries the account's name, as those of companies do; others omit it. */
  isBusiness: z.boolean().exactOptional(),
  /**
   * Whether WhatsApp demands the account's passkey before it links a client; it may then fall silent,
   * or refuse whatever it is shown.
   */
  passkey: z.enum(['off', 'required', 'stuck', 'badProof']).exactOptional(),
  /** Error with which WhatsApp refuses to link the account by a code. */
  codeError: z
    .union([z.literal(400), z.literal(403), z.literal(429), z.literal(452), z.literal(500)])
    .nullable()
    .exactOptional(),
  /** How long a pairing code is good for, once WhatsApp has taken it. */
  codeLifeMs: DelayMs.exactOptional(),
  /** Whether its clients are notified of devices that were linked, removed or set up anew. */
  tellsDevices: z.boolean().exactOptional(),
  /** Whether its clients are notified when its limits change; they may still ask. */
  tellsLimits: z.boolean().exactOptional(),
  /** Notice about a pairing code that was taken: none, an empty one, or a wish for another. */
  codeNotice: z.enum(['none', 'empty', 'refresh']).exactOptional(),
})

export type AccountFields = z.infer<typeof AccountFields>
export type AccountSettings = Required<AccountFields>
export type PasskeyMode = AccountSettings['passkey']

export const plainAccount: AccountSettings = {
  addressing: 'lid',
  strictPn: 'accept',
  checksDevices: true,
  wantsPeerPn: false,
  needsToken: false,
  givesTokens: true,
  salt: 'history',
  clientProps: null,
  props: {},
  contactForms: 'both',
  devicesByPn: 'answer',
  isBusiness: true,
  passkey: 'off',
  codeError: null,
  codeLifeMs: 180_000,
  tellsDevices: true,
  tellsLimits: true,
  codeNotice: 'none',
}

/** What an account may do, as its clients are notified. */
export const LimitFields = z.strictObject({
  /**
   * WhatsApp's time lock on writing to new people. It ends at an ISO time, or is in force without
   * naming one; every refused attempt may make it longer.
   */
  reachoutTimelock: z
    .strictObject({
      endsAt: z.iso.datetime({ offset: true }).nullable(),
      type: z.string(),
      extendOnAttemptSeconds: z.int().min(0).exactOptional(),
    })
    .nullable()
    .exactOptional(),
  /** New chats an account may begin, and has begun; -1 in all is no limit. */
  newChatCap: z
    .strictObject({
      total: z.int(),
      used: z.int(),
      /** When the next cycle begins, an ISO time. */
      cycleEndsAt: z.iso.datetime({ offset: true }).exactOptional(),
      /** Which form of the query is answered; any other is retired. */
      query: z.enum(['both', 'new', 'old', 'none']).exactOptional(),
      /** Numbers as text. */
      asText: z.boolean().exactOptional(),
    })
    .nullable()
    .exactOptional(),
})
export type AccountLimits = Required<z.infer<typeof LimitFields>>

export const noLimits: Readonly<AccountLimits> = { reachoutTimelock: null, newChatCap: null }

/** The settings of all accounts; a number can have them before it is an account. */
export type AccountTable = {
  of(phone: string): AccountSettings
  /** Changes the fields named. */
  set(phone: string, fields: AccountFields): AccountSettings
  clear(): void
}

export function createAccountTable(defaults: AccountFields): AccountTable {
  const common: AccountSettings = { ...plainAccount, ...defaults }
  const own = new Map<string, AccountSettings>()
  return { of, set, clear: () => own.clear() }

  function of(phone: string): AccountSettings {
    return own.get(personName(phone)) ?? common
  }

  function set(phone: string, fields: AccountFields): AccountSettings {
    const settings = { ...of(phone), ...fields }
    own.set(personName(phone), settings)
    return settings
  }
}
