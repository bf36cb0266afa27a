import { Send } from 'lucide-react'
import { useState } from 'react'
import { WebhookEventName } from '#contract/gateways/delivery.ts'
import { DeliveriesView } from '../../../parts/deliveries/deliveries-view.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { sentEventSentence } from './event-words.ts'
import { InstanceTestDialog } from './instance-test-dialog.tsx'

const events = WebhookEventName.options.map((name) => ({
  name,
  label: sentEventSentence(name) ?? name,
}))

/** The deliveries to an instance's webhook, and their outcomes. */
export function InstanceDeliveriesDialog({
  name,
  title,
  onClose,
}: {
  readonly name: string
  /** What the instance is called on the screen. */
  readonly title: string
  readonly onClose: () => void
}) {
  const [isTesting, setIsTesting] = useState(false)
  return (
    <Dialog
      title={`Entregas do webhook de ${title}`}
      width="large"
      isInHistory
      onClose={onClose}
      footer={
        <>
          <Button icon={Send} onClick={() => setIsTesting(true)}>
            Enviar teste
          </Button>
          <Button onClick={onClose}>Fechar</Button>
        </>
      }
    >
      {isTesting && <InstanceTestDialog name={name} onClose={() => setIsTesting(false)} />}
      <DeliveriesView
        instance={name}
        empty="Quando o webhook desta instância leva a outro sistema, cada aviso enviado a ele aparece aqui."
        events={events}
        labelOf={labelOf}
        changedBy="message"
      />
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
