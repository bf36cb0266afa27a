import type { FindContactNames } from '../chats/chats.ts'
import type { FindContactLists } from '../people/people.ts'
import type { ContactListStore, DistinctPhones } from './contact-list-store.ts'

/** Contact lists, and the people in them. */
export type ContactLists = ContactListStore & {
  /**
   * Counts the distinct phones in all lists of the user. Where there are very many, the answer may
   * be of some seconds ago.
   */
  countDistinctPhones(userId: string): Promise<DistinctPhones>
  /** Find names and lists of people by the digits of their phones. */
  readonly findNames: FindContactNames
  readonly findLists: FindContactLists
  /** How many phones of the user's are in memory. */
  phonesHeld(userId: string): Promise<number>
}
