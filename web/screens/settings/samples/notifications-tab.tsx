import { Bell, BellOff } from 'lucide-react'
import { Badge } from '../../../ui/display/badge.tsx'
import { SampleCard, SampleRows, Samples } from './sample.tsx'

const on = (
  <Badge tone="gold" icon={Bell}>
    Ligado
  </Badge>
)
const off = (
  <Badge tone="muted" icon={BellOff}>
    Desligado
  </Badge>
)

export function NotificationsTab() {
  return (
    <Samples>
      <SampleCard title="Avisos por e-mail">
        <SampleRows
          rows={[
            { name: 'Campanha concluída', hint: 'Um resumo dos envios ao final.', value: on },
            { name: 'Campanha com erros', hint: 'Quando algum envio falha.', value: on },
            { name: 'Conexão perdida', hint: 'Quando um WhatsApp desconecta.', value: on },
            { name: 'Resumo semanal', hint: 'Toda segunda-feira, às 9 h.', value: off },
          ]}
        />
      </SampleCard>
    </Samples>
  )
}
