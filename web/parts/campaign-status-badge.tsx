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
import styles from './campaign-status-badge.module.css'

/** Done, running and about to run share one look of the words: the icon tells them apart at a glance. */
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

/** Icons that move, or show what is over and what is still to come. */
const iconClasses: Partial<Readonly<Record<CampaignStatus, string | undefined>>> = {
  [CampaignStatus.running]: styles.running,
  [CampaignStatus.done]: styles.done,
  [CampaignStatus.scheduled]: styles.scheduled,
}

/** The status of a campaign, as all screens show it. */
export function CampaignStatusBadge({ status }: { readonly status: CampaignStatus }) {
  const [tone] = looks[status]
  return (
    <Badge tone={tone}>
      <CampaignStatusIcon status={status} />
      {status}
    </Badge>
  )
}

/** The sign of a status, beside its word. */
export function CampaignStatusIcon({ status }: { readonly status: CampaignStatus }) {
  const [, Icon] = looks[status]
  return <Icon size={14} aria-hidden className={iconClasses[status]} />
}
