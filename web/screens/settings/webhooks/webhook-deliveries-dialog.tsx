import type { CampaignWebhook } from '#contract/webhooks/campaign-webhook.ts'
import { retryWebhookDelivery, useWebhookDeliveries } from '../../../api/webhooks.ts'
import { DeliveriesDialog } from '../../../parts/deliveries-dialog.tsx'
import { eventLabel } from './last-delivery.tsx'

/** What was sent to one of the account's webhooks, and what became of it. */
export function WebhookDeliveriesDialog({
  webhook,
  onClose,
}: {
  readonly webhook: CampaignWebhook
  readonly onClose: () => void
}) {
  return (
    <DeliveriesDialog
      title="Entregas do webhook"
      empty="Cada aviso que este servidor enviar a este endereço aparece aqui."
      deliveries={useWebhookDeliveries(webhook.id)}
      labelOf={eventLabel}
      onRetry={retryWebhookDelivery}
      onClose={onClose}
    />
  )
}
