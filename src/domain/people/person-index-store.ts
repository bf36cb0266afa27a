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

/** E.164 digits: of anything else that stands for a phone the index knows nothing. */
export function isPhone(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text)
}

/**
 * Which campaigns addressed a person, and at which place of their lists: an index that is stored,
 * and that follows from the ledgers alone.
 */
export type PersonIndexStore = {
  /** What is indexed, by the campaign's number. */
  campaigns(): Promise<ReadonlyMap<number, IndexedCampaign>>
  /** `undefined` where the campaign is not indexed. */
  campaign(campaignNumber: number): Promise<IndexedCampaign | undefined>
  /**
   * Resolves when a campaign's recipients are stored. They come in the order of its list.
   * @throws AppError `storage_unavailable`: the campaign counts as not indexed
   */
  add(
    userId: string,
    campaignNumber: number,
    phones: AsyncIterable<readonly string[]>,
  ): Promise<void>
  /** Adds the LIDs that a campaign's messages went to, unless it was taken out. */
  addLids(
    userId: string,
    campaignNumber: number,
    lids: Omit<IndexedCampaign, 'userId'> & { readonly pairs: readonly NamePair[] },
  ): Promise<void>
  /** Takes campaigns out whose ledgers are gone. */
  remove(userId: string, campaignNumbers: readonly number[]): Promise<void>
  /** Removes all of a user's people. */
  removeAll(userId: string): Promise<void>
  /**
   * Reads a person's campaigns, without places behind the last one that a campaign attempted: at a
   * cost that does not grow with the user's campaigns.
   * @throws AppError `storage_unavailable`
   */
  find(userId: string, names: PersonNames): Promise<PersonFound>
  /** Drops the index of each user of whom a file is missing or damaged, where there are files. */
  dropDamaged(): Promise<void>
  /** Calls back when a damaged file was found. */
  whenDamaged(take: () => void): void
}
