import { Check, CheckCheck, CircleAlert, Clock, type LucideIcon } from 'lucide-react'
import { type SendStatus, sendStateLabel } from '#contract/campaigns/send.ts'
import { Badge, type BadgeTone } from '../ui/display/badge.tsx'

type Look = { readonly tone: BadgeTone; readonly icon: LucideIcon }

const looks: Readonly<Record<SendStatus, Look>> = {
  success: { tone: 'ok', icon: Check },
  read: { tone: 'gold', icon: CheckCheck },
  error: { tone: 'danger', icon: CircleAlert },
  sending: { tone: 'warn', icon: Clock },
}

const deliveredLook: Look = { tone: 'ok', icon: CheckCheck }

/** How far one message has come, in a word. */
export function SendStatusBadge({
  status,
  deliveredAt,
}: {
  readonly status: SendStatus
  readonly deliveredAt: string | null
}) {
  const isDelivered = status === 'success' && deliveredAt !== null
  const { tone, icon } = isDelivered ? deliveredLook : looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {sendStateLabel({ status, deliveredAt })}
    </Badge>
  )
}
