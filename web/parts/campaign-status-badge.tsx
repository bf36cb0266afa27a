import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import { Badge } from '../ui/display/badge.tsx'

/** Highlighted statuses: done, running or about to run. */
const highlighted: readonly CampaignStatus[] = [
  CampaignStatus.done,
  CampaignStatus.running,
  CampaignStatus.scheduled,
]

/** The status of a campaign, as all screens show it. */
export function CampaignStatusBadge({ status }: { readonly status: CampaignStatus }) {
  return <Badge tone={highlighted.includes(status) ? 'gold' : 'muted'}>{status}</Badge>
}
