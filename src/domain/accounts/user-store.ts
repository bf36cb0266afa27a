import type { StoredUser } from '../../contract/account.ts'
import type { KeyedStore, KeysOf } from '../store.ts'

/** Values that no two accounts share. */
type UserKey = 'email' | 'apiKey' | 'instanceName'

/** Accounts. Each account is its own owner: it is saved with its id in both places. */
export type UserStore = Omit<KeyedStore<StoredUser, UserKey>, 'list'>

/** A closed account is not found any more, and keeps its instance's name until it is gone. */
export const userKeys: KeysOf<StoredUser, UserKey> = (user) => {
  const name = ['instanceName', user.instanceName] as const
  return user.closedAt ? [name] : [name, ['email', foldEmail(user.email)], ['apiKey', user.apiKey]]
}

/** Makes two spellings of one address one account. */
export function foldEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase()
}
