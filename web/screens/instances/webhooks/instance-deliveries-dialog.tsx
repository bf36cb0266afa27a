import { Send, Webhook } from 'lucide-react'
import { useState } from 'react'
import { WebhookEventName } from '#contract/gateways/delivery.ts'
import { OWN_GATEWAY_ID } from '#contract/gateways/gateway.ts'
import { useLastDelivery } from '../../../api/gateways/deliveries.ts'
import { useWebhook } from '../../../api/gateways/instances.ts'
import { DeliveriesView } from '../../../parts/deliveries/deliveries-view.tsx'
import { EmptyState } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { sentEventSentence } from './event-words.ts'
import { InstanceTestDialog } from './instance-test-dialog.tsx'

const events = WebhookEventName.options.map((name) => ({
  name,
  label: sentEventSentence(name) ?? name,
}))

const empty =
  'Quando o webhook desta instância leva a outro sistema, cada aviso enviado a ele aparece aqui.'

/** The deliveries to an instance's webhook, and their outcomes. */
export function InstanceDeliveriesDialog({
  name,
  title,
  onWebhook,
  onClose,
}: {
  readonly name: string
  /** What the instance is called on the screen. */
  readonly title: string
  /** Opens what gives it a webhook. */
  readonly onWebhook: () => void
  readonly onClose: () => void
}) {
  const [isTesting, setIsTesting] = useState(false)
  const { setting } = useWebhook(OWN_GATEWAY_ID, name)
  const { data: last } = useLastDelivery(name)
  const hasNone = setting === null
  return (
    <Dialog
      title={`Entregas do webhook de ${title}`}
      width="large"
      isInHistory
      onClose={onClose}
      footer={
        <>
          {!hasNone && (
            <Button icon={Send} onClick={() => setIsTesting(true)}>
              Enviar teste
            </Button>
          )}
          <Button onClick={onClose}>Fechar</Button>
        </>
      }
    >
      {isTesting && <InstanceTestDialog name={name} onClose={() => setIsTesting(false)} />}
      {hasNone && last?.length === 0 ? (
        <EmptyState
          icon={Webhook}
          title="Nenhum outro sistema é avisado ainda"
          action={
            <Button look="primary" onClick={onWebhook}>
              Configurar webhook
            </Button>
          }
        >
          {empty}
        </EmptyState>
      ) : (
        <DeliveriesView
          instance={name}
          empty={empty}
          events={events}
          labelOf={labelOf}
          changedBy="message"
        />
      )}
    </Dialog>
  )
}

function labelOf(event: string) {
  return (
    <>
      {sentEventSentence(event)} <code>{event}</code>
    </>
  )
}
