import {
  Ban,
  CalendarClock,
  CircleAlert,
  CircleCheck,
  type LucideIcon,
  Pause,
  Pencil,
  Send,
  Zap,
} from 'lucide-react'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import { Badge, type BadgeTone } from '../ui/display/badge.tsx'

/** Done, running and about to run share one tone: the icon tells them apart at a glance. */
const looks: Readonly<Record<CampaignStatus, readonly [BadgeTone, LucideIcon]>> = {
  [CampaignStatus.draft]: ['muted', Pencil],
  [CampaignStatus.scheduled]: ['gold', CalendarClock],
  [CampaignStatus.immediate]: ['muted', Zap],
  [CampaignStatus.running]: ['gold', Send],
  [CampaignStatus.paused]: ['warn', Pause],
  [CampaignStatus.done]: ['gold', CircleCheck],
  [CampaignStatus.doneWithErrors]: ['warn', CircleAlert],
  [CampaignStatus.failed]: ['danger', CircleAlert],
  [CampaignStatus.cancelled]: ['muted', Ban],
}

/** The status of a campaign, as all screens show it. */
export function CampaignStatusBadge({ status }: { readonly status: CampaignStatus }) {
  const [tone, icon] = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {status}
    </Badge>
  )
}
