import useSWR from 'swr'
import { firstPaths } from '#contract/api/first-paths.ts'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import type { CallError } from '../calls/call-error.ts'
import { late } from '../calls/late.ts'
import { aReading, list } from './campaign-readings.ts'

/** All campaigns, newest first; live. */
export function useCampaigns() {
  return useSWR<readonly Campaign[], CallError>(firstPaths.campaigns, readAll, {
    // A deep comparison of thousands of campaigns at every event takes longer than drawing them.
    compare: Object.is,
    // Parts of the console that show campaigns do not each read them anew: events change them.
    revalidateIfStale: list.isBehind,
    revalidateOnFocus: false,
  })
}

/** The reading begins before the calls are loaded, so that no change made meanwhile undoes it. */
async function readAll(): Promise<readonly Campaign[]> {
  const reading = aReading()
  try {
    const { readCampaigns } = await late(() => import('./campaign-cache.ts'))
    return await readCampaigns(reading)
  } finally {
    reading.end()
  }
}
