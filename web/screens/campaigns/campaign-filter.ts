import type { Campaign } from '#contract/campaigns/campaign.ts'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import { findCampaigns } from '../../parts/campaign-search.ts'

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

/** The campaigns of one status whose name or description has the words. */
export function filterCampaigns(
  campaigns: readonly Campaign[],
  { search, status }: CampaignFilter,
): readonly Campaign[] {
  const found = findCampaigns(campaigns, search)
  return status === null ? found : found.filter((campaign) => campaign.status === status)
}
