import { Check, CheckCheck, CircleAlert, Clock, type LucideIcon } from 'lucide-react'
import { type SendStatus, sendStatusLabels } from '#contract/campaigns/send.ts'
import { Badge, type BadgeTone } from '../../../../ui/display/badge.tsx'

const looks: Readonly<Record<SendStatus, { readonly tone: BadgeTone; readonly icon: LucideIcon }>> =
  {
    success: { tone: 'ok', icon: Check },
    read: { tone: 'gold', icon: CheckCheck },
    error: { tone: 'danger', icon: CircleAlert },
    sending: { tone: 'warn', icon: Clock },
  }

/** What became of one message, in a word. */
export function SendStatusBadge({ status }: { readonly status: SendStatus }) {
  const { tone, icon } = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {sendStatusLabels[status]}
    </Badge>
  )
}
