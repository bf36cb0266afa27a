import { Check, CheckCheck, CircleAlert, Clock, type LucideIcon } from 'lucide-react'
import { type SendStatus, sendStatusLabels } from '#contract/campaigns/send.ts'
import { Badge, type BadgeTone } from '../ui/display/badge.tsx'

type Look = { readonly tone: BadgeTone; readonly icon: LucideIcon; readonly label?: string }

const looks: Readonly<Record<SendStatus, Look>> = {
  success: { tone: 'ok', icon: Check },
  read: { tone: 'gold', icon: CheckCheck },
  error: { tone: 'danger', icon: CircleAlert },
  sending: { tone: 'warn', icon: Clock },
}

const deliveredLook: Look = { tone: 'ok', icon: CheckCheck, label: 'Entregue' }

/** What became of one message, in a word; with `deliveredAt`, also whether it was delivered. */
export function SendStatusBadge({
  status,
  deliveredAt = null,
}: {
  readonly status: SendStatus
  readonly deliveredAt?: string | null
}) {
  const isDelivered = status === 'success' && deliveredAt !== null
  const {
    tone,
    icon,
    label = sendStatusLabels[status],
  } = isDelivered ? deliveredLook : looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}
