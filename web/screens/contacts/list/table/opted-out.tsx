import { UserX } from 'lucide-react'
import { Badge } from '../../../../ui/display/badge.tsx'

/** Says that a person gets no campaigns, whatever list they are in. */
export function OptedOut() {
  return (
    <Badge tone="warn" icon={UserX}>
      Não recebe<span className="visually-hidden"> campanhas</span>
    </Badge>
  )
}
