import type { Campaign } from '#contract/campaigns/campaign.ts'
import { foldText } from '#contract/fold.ts'
import { onceEach } from '../once-each.ts'

/** The campaigns whose name or description has the words, whatever their case and accents. */
export function findCampaigns(campaigns: readonly Campaign[], search: string): readonly Campaign[] {
  const wanted = foldText(search.trim())
  if (wanted === '') return campaigns
  return campaigns.filter((campaign) => foldedOf(campaign).includes(wanted))
}

// Joined by a line's end, which nobody types: no search matches across name and description.
const foldedOf = onceEach(
  ({ name, description }: Campaign) => `${foldText(name)}\n${foldText(description)}`,
)
