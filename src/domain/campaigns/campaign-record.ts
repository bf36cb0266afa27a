import type { Campaign, CampaignCounts } from '../../contract/campaign.ts'
import type { OwnedStore } from '../store.ts'

/** A campaign as it is kept. Its id is its number, which names it inside message ids. */
export type CampaignRecord = Campaign & {
  /** False while the campaign's ledger may know more than this record. */
  readonly isSettled: boolean
}

export type CampaignStore = OwnedStore<CampaignRecord>

/** The number inside message ids. Single messages, which belong to no campaign, have 0. */
export function campaignNumber({ id }: Pick<Campaign, 'id'>): number {
  return Number(id)
}

export function sameCounts(a: CampaignCounts, b: CampaignCounts): boolean {
  return (
    a.sentCount === b.sentCount &&
    a.deliveredCount === b.deliveredCount &&
    a.readCount === b.readCount &&
    a.errorCount === b.errorCount &&
    a.replyCount === b.replyCount
  )
}
