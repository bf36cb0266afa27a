import { CircleCheck, CircleX, Clock } from 'lucide-react'
import type { Delivery } from '#contract/gateways/delivery.ts'
import { Badge } from '../../ui/display/badge.tsx'

const looks = {
  waiting: { label: 'Aguardando', tone: 'warn', icon: Clock },
  delivered: { label: 'Entregue', tone: 'ok', icon: CircleCheck },
  dead: { label: 'Falhou', tone: 'danger', icon: CircleX },
} as const

/** How a delivery goes. */
export function DeliveryBadge({
  delivery: { status, lastError },
}: {
  readonly delivery: Pick<Delivery, 'status' | 'lastError'>
}) {
  const { label, tone, icon } = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {status === 'waiting' && lastError ? 'Tentando de novo' : label}
    </Badge>
  )
}
