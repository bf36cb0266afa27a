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
    // Nor are they read anew for each part of the console that shows some of them: events change them.
    revalidateIfStale: list.isBehind,
    revalidateOnFocus: false,
  })
}

/** Begins at once: what changes while the calls themselves come is not to undo the reading. */
async function readAll(): Promise<readonly Campaign[]> {
  const reading = aReading()
  try {
    const { readCampaigns } = await late(() => import('./campaign-cache.ts'))
    return await readCampaigns(reading)
  } finally {
    reading.end()
  }
}
