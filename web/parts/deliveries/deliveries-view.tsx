import { RefreshCw, RotateCw, SearchX, Send } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { AppEvent } from '#contract/events.ts'
import type { Delivery } from '#contract/gateways/delivery.ts'
import { isSignedOut, sentenceOf } from '../../api/calls/call-error.ts'
import {
  refreshDeliveries,
  retryDeliveries,
  useDeliveries,
  useDeliveryCounts,
} from '../../api/gateways/deliveries.ts'
import { formatClock, formatDay, formatQuantity } from '../../format.ts'
import { report } from '../../report.ts'
import { classNames } from '../../ui/class-names.ts'
import { Listed } from '../../ui/display/listed.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { EmptyState } from '../../ui/display/states.tsx'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { LoadMore } from '../../ui/lists/load-more.tsx'
import { PagesFailure } from '../../ui/lists/pages-failure.tsx'
import { askYesNo } from '../../ui/overlays/ask.ts'
import { toastDone, toastFailed } from '../../ui/overlays/toast.ts'
import styles from './deliveries-view.module.css'
import { useDeliveryAddress } from './delivery-address.ts'
import { DeliveryBadge } from './delivery-badge.tsx'
import { DeliveryFilters, type EventChoice } from './delivery-filters.tsx'
import { deliveryWords } from './delivery-words.ts'
import { OpenedDeliveryPart } from './opened-delivery.tsx'

/** The deliveries to a webhook, those that are looked for, and the one that is open. */
export function DeliveriesView({
  instance,
  empty,
  events,
  labelOf,
  changedBy,
}: {
  /** The instance, or the id of a webhook of the account. */
  readonly instance: string
  /** What will appear here. */
  readonly empty: string
  /** The events that can be chosen. */
  readonly events: readonly EventChoice[]
  /** What an event is called. */
  readonly labelOf: (event: Delivery['event']) => ReactNode
  /** Events that may mean another delivery. */
  readonly changedBy: AppEvent['type']
}) {
  const address = useDeliveryAddress()
  const { filter, openId } = address
  const found = useDeliveries(instance, filter, { changedBy })
  const counts = useDeliveryCounts(instance, filter)
  const failedCount = counts?.dead ?? 0
  return (
    <div className={classNames(styles.view, openId !== null && styles.isOpen)}>
      <div className={styles.filters}>
        <DeliveryFilters address={address} events={events} counts={counts}>
          {failedCount > 0 && <RetryAll instance={instance} filter={filter} count={failedCount} />}
          <IconButton label="Atualizar" icon={RefreshCw} onClick={() => void refreshDeliveries()} />
        </DeliveryFilters>
      </div>
      <div className={styles.panes}>
        <div className={styles.found}>
          {found.deliveries && (
            <PagesFailure place="start" pages={found} failed={deliveryWords.loadFailed} />
          )}
          <Listed
            items={found.deliveries}
            error={found.error}
            failed={deliveryWords.loadFailed}
            onRetry={found.retry}
            waiting={{ count: 4, height: '56px' }}
            className={styles.list}
            empty={
              address.isFiltered ? (
                <EmptyState
                  icon={SearchX}
                  title="Nenhuma entrega assim"
                  action={<Button onClick={address.clear}>Limpar o filtro</Button>}
                >
                  Entre as entregas guardadas não há nenhuma com este filtro.
                </EmptyState>
              ) : (
                <EmptyState icon={Send} title="Nenhuma entrega ainda">
                  {empty}
                </EmptyState>
              )
            }
          >
            {(all) => (
              <ul className={styles.list}>
                {all.map((delivery, index) => (
                  <Fragment key={delivery.id}>
                    <DayHead at={delivery.createdAt} before={all[index - 1]?.createdAt} />
                    <li>
                      <DeliveryLink
                        delivery={delivery}
                        label={labelOf(delivery.event)}
                        to={address.linkTo(delivery.id)}
                        isOpen={delivery.id === openId}
                      />
                    </li>
                  </Fragment>
                ))}
              </ul>
            )}
          </Listed>
          <PagesFailure place="end" pages={found} failed={deliveryWords.loadFailed} />
          {found.hasMore && !found.error && (
            <LoadMore isLoading={found.isLoading} onLoad={found.loadMore} />
          )}
        </div>
        {openId !== null && (
          <div className={styles.opened}>
            <OpenedDeliveryPart
              key={openId}
              id={openId}
              labelOf={labelOf}
              onClose={address.close}
            />
          </div>
        )}
      </div>
    </div>
  )
}

/** The day of the deliveries below it, where it is not that of those above. */
function DayHead({ at, before }: { readonly at: string; readonly before: string | undefined }) {
  const day = formatDay(at)
  if (before !== undefined && formatDay(before) === day) return null
  const today = formatDay(Date.now())
  return <li className={styles.day}>{day === today ? `Hoje, ${day}` : day}</li>
}

function DeliveryLink({
  delivery,
  label,
  to,
  isOpen,
}: {
  readonly delivery: Delivery
  readonly label: ReactNode
  readonly to: string
  readonly isOpen: boolean
}) {
  const { status, about, createdAt, attemptCount, httpStatus, lastError, nextAttemptAt } = delivery
  const isTried = attemptCount > 0
  const failure = status === 'delivered' ? null : lastError
  return (
    <Link href={to} className={styles.row} aria-current={isOpen || undefined}>
      <span className={styles.main}>
        <span className={styles.event}>{label}</span>
        {about !== undefined && <span className={styles.subject}>{about}</span>}
        {failure && <span className={styles.error}>{failure}</span>}
        <span className={styles.facts}>
          {formatClock(createdAt)}
          {isTried && ` · ${formatQuantity(attemptCount, 'tentativa', 'tentativas')}`}
          {httpStatus !== null && !failure && ` · resposta ${httpStatus}`}
          {nextAttemptAt && (
            <>
              {' · próxima '}
              <RelativeTime iso={nextAttemptAt} />
            </>
          )}
        </span>
      </span>
      <span className={styles.outcome}>
        <DeliveryBadge delivery={delivery} />
      </span>
    </Link>
  )
}

/** Sends again all that failed, of those that the filter finds. */
function RetryAll({
  instance,
  filter,
  count,
}: {
  readonly instance: string
  readonly filter: Parameters<typeof retryDeliveries>[1]
  readonly count: number
}) {
  const [isBusy, setIsBusy] = useState(false)
  const label =
    count === 1 ? 'Enviar de novo a que falhou' : `Enviar de novo as ${count} que falharam`
  const retry = async () => {
    const question = `${formatQuantity(count, 'entrega volta', 'entregas voltam')} para a fila, na ordem em que aconteceram. Enviar de novo?`
    if (!(await askYesNo(question, { title: label }))) return
    setIsBusy(true)
    try {
      const total = await retryDeliveries(instance, filter)
      toastDone(`${formatQuantity(total, 'entrega voltou', 'entregas voltaram')} para a fila.`)
    } catch (error) {
      if (isSignedOut(error)) return
      report(deliveryWords.resendFailed, error)
      toastFailed(sentenceOf(error, deliveryWords.resendFailed))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button icon={RotateCw} isBusy={isBusy} onClick={() => void retry()}>
      {label}
    </Button>
  )
}
