import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { consoleRoutes } from '#contract/console-routes.ts'
import { CampaignEventName, campaignEventLabels } from '#contract/webhooks/campaign-event.ts'
import type { CampaignWebhook } from '#contract/webhooks/campaign-webhook.ts'
import { DeliveriesView } from '../../../parts/deliveries/deliveries-view.tsx'
import { SignatureDialog } from '../../../parts/signature/signature-dialog.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { BackLink } from '../../../ui/page/back-link.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { eventLabel } from './last-delivery.tsx'
import { TestButton } from './test-dialog.tsx'
import { webhookListAddress } from './webhook-address.ts'
import styles from './webhooks-tab.module.css'

const events = CampaignEventName.options.map((name) => ({ name, label: campaignEventLabels[name] }))

/** One webhook of the account: what was sent to it, and what became of it. */
export function WebhookPage({ webhook }: { readonly webhook: CampaignWebhook }) {
  const [isExplaining, setIsExplaining] = useState(false)
  return (
    <>
      <BackLink to={`${consoleRoutes.settings}?${webhookListAddress}`} label="Todos os webhooks" />
      <div className={styles.top}>
        <h2 className={styles.url}>{webhook.url}</h2>
        <div className={styles.actions}>
          <TestButton webhook={webhook} />
          <Button look="quiet" icon={ShieldCheck} onClick={() => setIsExplaining(true)}>
            Conferir assinatura
          </Button>
        </div>
      </div>
      <Card>
        <DeliveriesView
          instance={webhook.id}
          empty="Cada aviso que este servidor enviar a este endereço aparece aqui."
          events={events}
          labelOf={eventLabel}
          changedBy="campaign"
        />
      </Card>
      {isExplaining && <SignatureDialog onClose={() => setIsExplaining(false)} />}
    </>
  )
}
