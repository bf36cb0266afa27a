import type { PersonNames } from '../../contract/phones/person.ts'
import type { MessagePlace } from '../sending/last-messages.ts'

/** How much of a campaign the index holds. */
export type IndexedCampaign = {
  readonly userId: string
  /** Attempts whose LIDs are in the index: the first so many. */
  readonly attemptsRead: number
  /** The campaign is over and all of its attempts were read. */
  readonly isComplete: boolean
  /** Nobody behind this place in the list was attempted; counts once it is complete. */
  readonly lastPlace: number
}

/** Where a person was addressed, and by which names. */
export type PersonFound = {
  /** The newest campaign first. */
  readonly places: readonly MessagePlace[]
  /** E.164 digits. */
  readonly phones: readonly string[]
  readonly lids: readonly string[]
}

/** An account's two names at WhatsApp. */
export type NamePair = { readonly phone: string; readonly lid: string }

/** Which campaigns addressed a person, and at which place of their lists: an index on the disk. */
export type PersonIndexStore = {
  /** What is indexed, by the campaign's number. */
  campaigns(): ReadonlyMap<number, IndexedCampaign>
  /**
   * Resolves when a campaign's people are on the disk. They come in the order of its list.
   * @throws AppError `storage_unavailable`: the campaign counts as not indexed
   */
  add(
    userId: string,
    campaignNumber: number,
    phones: AsyncIterable<readonly string[]>,
  ): Promise<void>
  /** Adds the LIDs that a campaign's messages went to. */
  addLids(
    userId: string,
    campaignNumber: number,
    lids: Omit<IndexedCampaign, 'userId'> & { readonly pairs: readonly NamePair[] },
  ): Promise<void>
  /** Takes campaigns out whose ledgers are gone. */
  remove(userId: string, campaignNumbers: readonly number[]): Promise<void>
  /** Leaves nothing of a user's people. */
  removeAll(userId: string): Promise<void>
  /**
   * Reads a person's campaigns: a file or two of a fixed share of the user's people.
   * @throws AppError `storage_unavailable`
   */
  find(userId: string, names: PersonNames): Promise<PersonFound>
  /** Whose index has lost a file, or was found damaged, is no longer indexed. */
  dropDamaged(): Promise<void>
  /** Calls back when a damaged file was found. */
  whenDamaged(take: () => void): void
}
