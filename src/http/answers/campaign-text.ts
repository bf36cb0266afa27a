import { type Campaign, toCampaignWire } from '../../contract/campaigns/campaign.ts'

/** Caches each record's JSON: records are replaced, never changed. */
const written = new WeakMap<Campaign, string>()

/** Campaigns of a long list whose JSON is cached: the rest is seldom asked for again. */
const REMEMBERED = 2_000

/** A JSON array of campaigns known to be valid. */
export function campaignsText(campaigns: readonly Campaign[]): string {
  return `[${campaigns.map(campaignText).join(',')}]`
}

/** The same JSON in pieces, for more campaigns than one page has. */
export async function* campaignPieces(
  pieces: AsyncIterable<readonly Campaign[]>,
): AsyncGenerator<string> {
  let count = 0
  for await (const campaigns of pieces) {
    const texts = campaigns.map(count < REMEMBERED ? campaignText : encoded)
    yield (count === 0 ? '[' : ',') + texts.join(',')
    count += campaigns.length
  }
  yield count === 0 ? '[]' : ']'
}

function campaignText(campaign: Campaign): string {
  const known = written.get(campaign)
  if (known !== undefined) return known
  const text = encoded(campaign)
  written.set(campaign, text)
  return text
}

function encoded(campaign: Campaign): string {
  return JSON.stringify(toCampaignWire(campaign))
}
