import { mutate } from 'swr'
import { campaignApi } from '#contract/api/campaigns/campaign-api.ts'
import { type Campaign, CampaignsJson } from '#contract/campaigns/campaign.ts'
import { onSessionChange } from '../../session/session.ts'
import { onAppEvent } from '../calls/app-events.ts'
import { isGone } from '../calls/call-error.ts'
import { call, keyOf } from '../calls/client.ts'
import { readLongList } from '../calls/long-list.ts'
import { type Change, list, type Reading, readings } from './campaign-readings.ts'

onAppEvent(({ type }) => {
  if (type === 'reset') list.isBehind = true
})

/** The one list of campaigns that all screens share. */
const campaignsKey = keyOf(campaignApi.listCampaignsWithStats, {})

/** Reads the whole list; changes made meanwhile are applied to the answer. */
export async function readCampaigns(reading: Reading): Promise<readonly Campaign[]> {
  reading.onLate = (change) => void changeList(change)
  const answered = await readLongList(campaignApi.listCampaignsWithStats, CampaignsJson).catch(
    missed,
  )
  return reading.changes
    .splice(0)
    .reduce<readonly Campaign[]>((known, change) => change(known), answered)
}

/**
 * Changes the shared list. SWR would drop an answer in flight when its data are changed meanwhile,
 * and clear an error: so a change waits for the answer, and keeps the error.
 */
async function changeList(change: Change): Promise<void> {
  for (const { changes } of readings) changes.push(change)
  if (readings.size > 0) return
  await mutate<readonly Campaign[]>(
    campaignsKey,
    (known) => {
      if (!known) throw new Error('there is no list to change')
      return change(known)
    },
    { revalidate: false, throwOnError: false },
  )
}

/**
 * Updates one campaign wherever it is shown. The list may hold thousands, and a running campaign
 * changes every second: only that campaign is read.
 */
export async function refreshCampaign(id: string): Promise<void> {
  if (leaving.has(id)) return
  const fresh = await readCampaign(id)
  if (fresh) await keepCampaign(fresh)
  else await changeList((known) => known.filter(isOther(id)))
}

/**
 * Shows a campaign that the server just answered, in the shared list and at its own address. One
 * that is being deleted here stays away, though it was asked for before.
 */
export async function keepCampaign(campaign: Campaign): Promise<void> {
  if (leaving.has(campaign.id)) return
  await changeList((known) => withCampaign(known, campaign))
  const key = keyOf(campaignApi.getCampaign, { params: { id: campaign.id } })
  await mutate(key, campaign, { revalidate: false })
}

/** Campaigns being deleted here: reading them after their events would only fail. */
const leaving = new Set<string>()
onSessionChange(() => leaving.clear())

/** Removes a campaign from the shared list once `remove` has deleted it. */
export async function forgetCampaign(id: string, remove: () => Promise<unknown>): Promise<void> {
  leaving.add(id)
  try {
    await remove()
  } catch (error) {
    leaving.delete(id)
    if (isGone(error)) await refreshCampaign(id)
    throw error
  }
  await changeList((known) => known.filter(isOther(id)))
}

/** Shows a campaign again that was brought back. */
export async function returnCampaign(campaign: Campaign): Promise<void> {
  leaving.delete(campaign.id)
  await keepCampaign(campaign)
}

/** Has the list read anew when it is shown next, since a reading failed. */
function missed(error: unknown): never {
  list.isBehind = true
  throw error
}

function withCampaign(known: readonly Campaign[], fresh: Campaign): Campaign[] {
  const isKnown = known.some(({ id }) => id === fresh.id)
  if (isKnown) return known.map((other) => (other.id === fresh.id ? fresh : other))
  // Newest first: one that was brought back has its place among the others.
  const older = known.findIndex(({ createdAt }) => createdAt <= fresh.createdAt)
  const place = older < 0 ? known.length : older
  return [...known.slice(0, place), fresh, ...known.slice(place)]
}

const isOther = (id: string) => (campaign: Campaign) => campaign.id !== id

async function readCampaign(id: string): Promise<Campaign | null> {
  try {
    return await call(campaignApi.getCampaign, { params: { id } })
  } catch (error) {
    if (isGone(error)) return null
    return missed(error)
  }
}
