import type { StoredUser } from '../../contract/account.ts'
import type { OwnedStore } from '../store.ts'

/** Accounts. Each account is its own owner: it is saved with its id in both places. */
export type UserStore = Pick<OwnedStore<StoredUser>, 'find' | 'save' | 'remove' | 'listAll'>
