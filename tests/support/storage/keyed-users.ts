import type { StoredUser } from '../../../src/contract/account.ts'
import { type UserStore, userKeys } from '../../../src/domain/accounts/user-store.ts'
import type { OwnedStore } from '../../../src/domain/store.ts'
import { hashApiKey } from '../../../src/security/passwords.ts'
import { withKeys } from '../../../src/storage/collections/keyed-store.ts'

/** Accounts as the daemon finds them, over any store. */
export function keyedUsers(stored: OwnedStore<StoredUser>): Promise<UserStore> {
  return withKeys(stored, { keysOf: userKeys, digest: hashApiKey })
}
