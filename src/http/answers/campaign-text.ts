import { type Campaign, toCampaignWire } from '../../contract/campaigns/campaign.ts'

/** Caches each record's JSON: records are replaced, never changed. */
const written = new WeakMap<Campaign, string>()

const CAMPAIGNS_PER_PIECE = 500

/** A JSON array of campaigns known to be valid. */
export function campaignsText(campaigns: readonly Campaign[]): string {
  return `[${campaigns.map(campaignText).join(',')}]`
}

/** The same JSON in pieces, for more campaigns than one page has. */
export async function* campaignPieces(campaigns: readonly Campaign[]): AsyncGenerator<string> {
  for (let from = 0; from < campaigns.length; from += CAMPAIGNS_PER_PIECE) {
    const some = campaigns.slice(from, from + CAMPAIGNS_PER_PIECE)
    yield (from === 0 ? '[' : ',') + some.map(campaignText).join(',')
  }
  yield campaigns.length === 0 ? '[]' : ']'
}

function campaignText(campaign: Campaign): string {
  const known = written.get(campaign)
  if (known !== undefined) return known
  const text = JSON.stringify(toCampaignWire(campaign))
  written.set(campaign, text)
  return text
}
