import { z } from 'zod'
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
})

export type AccountFields = z.infer<typeof AccountFields>
export type AccountSettings = Required<AccountFields>

export const plainAccount: AccountSettings = {
  addressing: 'lid',
  strictPn: 'accept',
}

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
