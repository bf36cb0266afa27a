import { retryDelivery, useDeliveries } from '../../../api/gateways/deliveries.ts'
import { DeliveriesDialog } from '../../../parts/deliveries-dialog.tsx'
import { sentEventSentence } from './event-words.ts'

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
  return (
    <DeliveriesDialog
      title={`Entregas do webhook de ${title}`}
      empty="Quando o webhook desta instância leva a outro sistema, cada aviso enviado a ele aparece aqui."
      deliveries={useDeliveries(name)}
      labelOf={labelOf}
      onRetry={retryDelivery}
      onClose={onClose}
    />
  )
}

function labelOf(event: string) {
  return (
    <>
      {sentEventSentence(event)} <code>{event}</code>
    </>
  )
}
