import { retryDelivery, useDeliveries } from '../../../api/gateways/deliveries.ts'
import { DeliveriesDialog } from '../../../parts/deliveries-dialog.tsx'

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
      onRetry={retryDelivery}
      onClose={onClose}
    />
  )
}
