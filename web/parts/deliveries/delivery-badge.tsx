import { CircleCheck, CircleX, Clock } from 'lucide-react'
import type { Delivery } from '#contract/gateways/delivery.ts'
import { Badge } from '../../ui/display/badge.tsx'

const looks = {
  waiting: { label: 'Aguardando', tone: 'warn', icon: Clock },
  delivered: { label: 'Entregue', tone: 'ok', icon: CircleCheck },
  dead: { label: 'Falhou', tone: 'danger', icon: CircleX },
} as const

/** How a delivery goes. */
export function DeliveryBadge({ status }: { readonly status: Delivery['status'] }) {
  const { label, tone, icon } = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}
