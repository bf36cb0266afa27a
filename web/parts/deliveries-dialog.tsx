import { CircleCheck, CircleX, Clock, RefreshCw, RotateCw, Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { SWRResponse } from 'swr'
import type { Delivery } from '#contract/gateways/delivery.ts'
import { type CallError, isSignedOut, sentenceOf } from '../api/calls/call-error.ts'
import { formatQuantity } from '../format.ts'
import { gatewayMessages } from '../gateway-messages.ts'
import { report } from '../report.ts'
import { Badge } from '../ui/display/badge.tsx'
import { Listed } from '../ui/display/listed.tsx'
import { RelativeTime } from '../ui/display/relative-time.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { Button } from '../ui/forms/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { toastDone, toastFailed } from '../ui/overlays/toast.ts'
import styles from './deliveries-dialog.module.css'

const looks = {
  waiting: { label: 'Aguardando', tone: 'warn', icon: Clock },
  delivered: { label: 'Entregue', tone: 'ok', icon: CircleCheck },
  dead: { label: 'Abandonada', tone: 'danger', icon: CircleX },
} as const

/** The deliveries to a webhook, and their outcomes. */
export function DeliveriesDialog({
  title,
  empty,
  deliveries: { data: deliveries, error, isValidating, mutate },
  labelOf = (event) => <code>{event}</code>,
  onRetry,
  onClose,
}: {
  readonly title: string
  /** What will appear here. */
  readonly empty: string
  readonly deliveries: SWRResponse<Delivery[], CallError>
  /** What an event is called. */
  readonly labelOf?: (event: Delivery['event']) => ReactNode
  readonly onRetry: (delivery: Delivery) => Promise<void>
  readonly onClose: () => void
}) {
  return (
    <Dialog
      title={title}
      width="large"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Fechar</Button>
          <Button icon={RefreshCw} isBusy={isValidating} onClick={() => void mutate()}>
            Atualizar
          </Button>
        </>
      }
    >
      <Listed
        items={deliveries}
        error={error}
        failed={gatewayMessages.deliveries.loadFailed}
        onRetry={() => void mutate()}
        waiting={{ count: 3, height: '56px' }}
        className={styles.list}
        empty={
          <EmptyState icon={Send} title="Nenhuma entrega ainda">
            {empty}
          </EmptyState>
        }
      >
        {(all) => (
          <ul className={styles.list}>
            {all.map((delivery) => (
              <li key={delivery.id}>
                <DeliveryRow
                  delivery={delivery}
                  label={labelOf(delivery.event)}
                  onRetry={onRetry}
                />
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </Dialog>
  )
}

function DeliveryRow({
  delivery,
  label,
  onRetry,
}: {
  readonly delivery: Delivery
  readonly label: ReactNode
  readonly onRetry: (delivery: Delivery) => Promise<void>
}) {
  const [isBusy, setIsBusy] = useState(false)
  const retry = async () => {
    setIsBusy(true)
    try {
      await onRetry(delivery)
      toastDone(gatewayMessages.deliveries.retried)
    } catch (error) {
      if (isSignedOut(error)) return
      report(gatewayMessages.deliveries.retryFailed, error)
      toastFailed(sentenceOf(error, gatewayMessages.deliveries.retryFailed))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className={styles.row}>
      <div className={styles.about}>
        <p className={styles.event}>
          <strong>{label}</strong>
          <DeliveryBadge status={delivery.status} />
        </p>
        {delivery.url && <p className={styles.url}>{delivery.url}</p>}
        {delivery.lastError && delivery.status !== 'delivered' && (
          <p className={styles.error}>{delivery.lastError}</p>
        )}
        <p className={styles.facts}>
          <RelativeTime iso={delivery.createdAt} />
          {' · '}
          {formatQuantity(delivery.attemptCount, 'tentativa', 'tentativas')}
          {delivery.httpStatus !== null && ` · resposta ${delivery.httpStatus}`}
          {delivery.nextAttemptAt && (
            <>
              {' · próxima '}
              <RelativeTime iso={delivery.nextAttemptAt} />
            </>
          )}
        </p>
      </div>
      {delivery.status === 'dead' && (
        <Button icon={RotateCw} isBusy={isBusy} onClick={() => void retry()}>
          Tentar de novo
        </Button>
      )}
    </div>
  )
}

/** How a delivery goes. */
export function DeliveryBadge({ status }: { readonly status: Delivery['status'] }) {
  const { label, tone, icon } = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}
