import type { StoredUser } from '../../contract/account.ts'
import type { OwnedStore } from '../store.ts'

/** Accounts. Each one is its own owner: it is saved under its id twice. */
export type UserStore = Pick<OwnedStore<StoredUser>, 'find' | 'save' | 'listAll'>
