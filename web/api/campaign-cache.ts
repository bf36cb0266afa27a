import { mutate } from 'swr'
import type { Campaign } from '#contract/campaign.ts'
import { campaignApi } from '#contract/campaign-api.ts'
import { isGone } from './call-error.ts'
import { call, keyOf } from './client.ts'

/** The one list of campaigns that all screens share. */
const campaignsKey = keyOf(campaignApi.listCampaignsWithStats, {})

/**
 * Brings one campaign up to date wherever it is shown. The list may hold thousands, and one that
 * runs changes every second: only the one is read.
 */
export async function refreshCampaign(id: string): Promise<void> {
  if (leaving.has(id)) return
  const fresh = await readCampaign(id)
  await mutate<Campaign[]>(
    campaignsKey,
    (known) => known && (fresh ? withCampaign(known, fresh) : known.filter(isOther(id))),
    { revalidate: false },
  )
  const key = keyOf(campaignApi.getCampaign, { params: { id } })
  if (fresh) await mutate(key, fresh, { revalidate: false })
}

/** Puts a campaign that the server just answered into the shared list. */
export async function keepCampaign(campaign: Campaign): Promise<void> {
  await mutate<Campaign[]>(campaignsKey, (known) => known && withCampaign(known, campaign), {
    revalidate: false,
  })
}

/** Campaigns that are deleted here: the news of it would only be read to be refused. */
const leaving = new Set<string>()

/** Takes a campaign out of the shared list once `remove` has deleted it. */
export async function forgetCampaign(id: string, remove: () => Promise<unknown>): Promise<void> {
  leaving.add(id)
  try {
    await remove()
  } catch (error) {
    leaving.delete(id)
    if (isGone(error)) await refreshCampaign(id)
    throw error
  }
  await mutate<Campaign[]>(campaignsKey, (known) => known?.filter(isOther(id)), {
    revalidate: false,
  })
}

function withCampaign(known: readonly Campaign[], fresh: Campaign): Campaign[] {
  const isKnown = known.some(({ id }) => id === fresh.id)
  return isKnown ? known.map((other) => (other.id === fresh.id ? fresh : other)) : [fresh, ...known]
}

const isOther = (id: string) => (campaign: Campaign) => campaign.id !== id

async function readCampaign(id: string): Promise<Campaign | null> {
  try {
    return await call(campaignApi.getCampaign, { params: { id } })
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}
