import type { ContactList } from '#contract/contacts/contact-list.ts'
import type { ListWithContacts } from '../../api/lists/contacts.ts'

/** A dialog of the screen. */
export type Opened =
  | { readonly dialog: 'add' }
  | { readonly dialog: 'import' }
  | { readonly dialog: 'edit'; readonly list: ListWithContacts }
  | { readonly dialog: 'export'; readonly lists: readonly ContactList[] }
  | {
      readonly dialog: 'join'
      readonly lists: readonly ContactList[]
      readonly onJoined: () => void
    }
