import type { Campaign } from '../../contract/campaigns/campaign.ts'
import { CampaignStatus } from '../../contract/campaigns/campaign-status.ts'
import type { Sending } from '../sending/sending.ts'
import type { LedgerCounts } from '../sending/tally.ts'
import type { Page } from '../store.ts'
import type { CampaignCounters } from './campaign-counters.ts'

export type LiveCampaignNeeds = {
  readonly counters: Pick<CampaignCounters, 'whileReading'>
  readonly sending: Pick<Sending, 'liveWait'>
  readonly uploadUrlOf: (name: string) => string
}

type CountsOf = (campaignId: string) => LedgerCounts | undefined

/** Reads campaigns as they are at this moment: their records follow only at intervals. */
export function createLiveCampaigns({ counters, sending, uploadUrlOf }: LiveCampaignNeeds) {
  return { one, some, page, withMediumUrl }

  async function one(read: () => Promise<Campaign>): Promise<Campaign> {
    return counters.whileReading(async (countsOf) => asOfNow(await read(), countsOf))
  }

  async function some(read: () => Promise<readonly Campaign[]>): Promise<readonly Campaign[]> {
    return counters.whileReading(async (countsOf) => {
      return (await read()).map((campaign) => asOfNow(campaign, countsOf))
    })
  }

  async function page(read: () => Promise<Page<Campaign>>): Promise<Page<Campaign>> {
    return counters.whileReading(async (countsOf) => {
      const { records, ...rest } = await read()
      return { ...rest, records: records.map((campaign) => asOfNow(campaign, countsOf)) }
    })
  }

  /** Returns the record itself where nothing needs adding, as for most campaigns. */
  function asOfNow(campaign: Campaign, countsOf: CountsOf): Campaign {
    const counts = countsOf(campaign.id)
    const isRunning = campaign.status === CampaignStatus.running
    const wait = isRunning ? sending.liveWait(campaign.id) : campaign.wait
    const shown = withMediumUrl(campaign)
    return counts || wait !== campaign.wait ? { ...shown, ...counts, wait } : shown
  }

  function withMediumUrl<Kind extends Campaign>(campaign: Kind): Kind {
    if (campaign.medium === null) return campaign
    const medium = { ...campaign.medium, url: uploadUrlOf(campaign.medium.name) }
    return { ...campaign, medium }
  }
}
