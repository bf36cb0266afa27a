import { CircleCheck, CircleOff, LoaderCircle } from 'lucide-react'
import { InstanceState } from '../../api/gateways/gateway-answer.ts'
import { Badge } from '../../ui/display/badge.tsx'

const looks = {
  [InstanceState.open]: { label: 'Conectado', tone: 'ok', icon: CircleCheck },
  [InstanceState.connecting]: { label: 'Conectando', tone: 'warn', icon: LoaderCircle },
  [InstanceState.close]: { label: 'Desconectado', tone: 'muted', icon: CircleOff },
} as const

/** The state of an instance in words. */
export function InstanceStatusBadge({ state }: { readonly state: InstanceState }) {
  const { label, tone, icon } = looks[state]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}
