import type { Delivery } from '#contract/gateways/delivery.ts'
import { remedyFor } from '#contract/webhooks/answer-remedy.ts'
import { CampaignEventName, campaignEventLabels } from '#contract/webhooks/campaign-event.ts'
import { useLastDelivery } from '../../../api/gateways/deliveries.ts'
import { DeliveryBadge } from '../../../parts/deliveries/delivery-badge.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import styles from './webhooks-tab.module.css'

/** The newest event for a webhook, and how its delivery went. */
export function LastDelivery({ id }: { readonly id: string }) {
  const { data, error } = useLastDelivery(id)
  if (!data)
    return error ? <p className={styles.last}>{error.message}</p> : <Skeleton width="60%" />
  const [last] = data
  if (!last) return <p className={styles.last}>Nada foi enviado ainda.</p>
  const remedy = remedyFor(last.httpStatus)
  return (
    <div>
      <p className={styles.last}>
        <DeliveryBadge delivery={last} />
        <span>
          Última entrega: {eventLabel(last.event)} · <RelativeTime iso={last.createdAt} />
        </span>
      </p>
      {last.lastError && last.status !== 'delivered' && (
        <>
          <p className={styles.failure}>{last.lastError}</p>
          {remedy !== null && <p className={styles.last}>{remedy}</p>}
        </>
      )}
    </div>
  )
}

/** What a person calls an event. */
export function eventLabel(event: Delivery['event']): string {
  const known = CampaignEventName.safeParse(event)
  return known.success ? campaignEventLabels[known.data] : event
}
