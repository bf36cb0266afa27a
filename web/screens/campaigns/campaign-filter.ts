import type { Campaign } from '#contract/campaigns/campaign.ts'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import { foldText } from '#contract/fold.ts'

/** The statuses to choose from, in their order, as the screen names them. */
export const statusChoices: readonly { readonly status: CampaignStatus; readonly label: string }[] =
  [
    { status: CampaignStatus.draft, label: 'Rascunho' },
    { status: CampaignStatus.scheduled, label: 'Agendada' },
    { status: CampaignStatus.immediate, label: 'Imediata' },
    { status: CampaignStatus.running, label: 'Em Andamento' },
    { status: CampaignStatus.done, label: 'Concluída' },
    { status: CampaignStatus.failed, label: 'Não Concluída' },
    { status: CampaignStatus.doneWithErrors, label: 'Concluída com erros' },
    { status: CampaignStatus.cancelled, label: 'Cancelada' },
    { status: CampaignStatus.paused, label: 'Pausada' },
  ]

export type CampaignFilter = {
  readonly search: string
  /** `null`: all of them. */
  readonly status: CampaignStatus | null
}

/** The campaigns whose name or description has the words, whatever their case and accents. */
export function filterCampaigns(
  campaigns: readonly Campaign[],
  { search, status }: CampaignFilter,
): readonly Campaign[] {
  const wanted = foldText(search.trim())
  if (wanted === '' && status === null) return campaigns
  return campaigns.filter(
    (campaign) =>
      (status === null || campaign.status === status) &&
      (wanted === '' || foldedOf(campaign).includes(wanted)),
  )
}

/** Folding thousands of texts at every key would make typing lag. */
const folded = new WeakMap<Campaign, string>()

function foldedOf(campaign: Campaign): string {
  const known = folded.get(campaign)
  if (known !== undefined) return known
  // Nobody types the line's end, so no search reaches from the name into the description.
  const text = `${foldText(campaign.name)}\n${foldText(campaign.description)}`
  folded.set(campaign, text)
  return text
}
