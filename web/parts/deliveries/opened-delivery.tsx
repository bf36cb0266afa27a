import { ArrowLeft, RotateCw, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Delivery } from '#contract/gateways/delivery.ts'
import type { DeliveryAttempt, OpenedDelivery } from '#contract/gateways/delivery-attempt.ts'
import { remedyFor } from '#contract/webhooks/answer-remedy.ts'
import { isSignedOut, sentenceOf } from '../../api/calls/call-error.ts'
import { resendDelivery, useDelivery } from '../../api/gateways/deliveries.ts'
import { formatDateTime } from '../../format.ts'
import { report } from '../../report.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { ErrorState } from '../../ui/display/states.tsx'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { CopyButton } from '../../ui/forms/copy-button.tsx'
import { AttemptView, HeaderList } from './attempt-view.tsx'
import { CodeBlock, prettyJson } from './code-block.tsx'
import { DeliveryBadge } from './delivery-badge.tsx'
import { deliveryWords, formatMs } from './delivery-words.ts'
import styles from './opened-delivery.module.css'

/** One delivery: what was sent, every attempt with its answer, and the way to send it again. */
export function OpenedDeliveryPart({
  id,
  labelOf,
  onClose,
}: {
  readonly id: string
  /** What an event is called. */
  readonly labelOf: (event: Delivery['event']) => ReactNode
  readonly onClose: () => void
}) {
  const { data, error, mutate } = useDelivery(id)
  return (
    <section className={styles.opened} aria-label="Entrega aberta">
      <div className={styles.back}>
        <Button look="quiet" icon={ArrowLeft} onClick={onClose}>
          Todas as entregas
        </Button>
      </div>
      {!data && error && (
        <ErrorState
          title={deliveryWords.openFailed}
          detail={error.message}
          onRetry={() => void mutate()}
        />
      )}
      {!data && !error && (
        <Loading className={styles.parts}>
          <Skeleton width="60%" height="1.5em" />
          <Skeleton width="100%" height="6em" />
          <Skeleton width="100%" height="12em" />
        </Loading>
      )}
      {data && <Opened key={id} opened={data} labelOf={labelOf} onClose={onClose} />}
    </section>
  )
}

function Opened({
  opened: { delivery, body, attempts },
  labelOf,
  onClose,
}: {
  readonly opened: OpenedDelivery
  readonly labelOf: (event: Delivery['event']) => ReactNode
  readonly onClose: () => void
}) {
  const { id, event, about, status, url, createdAt, nextAttemptAt, lastError, httpStatus } =
    delivery
  const remedy = lastError === null ? null : remedyFor(httpStatus)
  const { isBusy, outcome, resend } = useResend(id)
  const last = attempts.at(-1)
  const eventId = id.slice(id.lastIndexOf('.') + 1)
  return (
    <div className={styles.parts}>
      <header className={styles.head}>
        <h3>{labelOf(event)}</h3>
        <DeliveryBadge delivery={delivery} />
        <span className={styles.close}>
          <IconButton label="Fechar a entrega" icon={X} onClick={onClose} />
        </span>
      </header>
      <p className={styles.facts}>
        {about !== undefined && `${about} · `}
        <RelativeTime iso={createdAt} /> · {formatDateTime(createdAt)}
      </p>
      {status === 'waiting' && nextAttemptAt && (
        <Notice tone="warn" detail={[lastError, remedy].filter(Boolean).join(' ') || undefined}>
          <span>
            Próxima tentativa <RelativeTime iso={nextAttemptAt} /> · {formatDateTime(nextAttemptAt)}
          </span>
        </Notice>
      )}
      {status === 'dead' && lastError && !outcome && (
        <Notice tone="danger" detail={remedy ?? undefined}>
          {lastError}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button
          look={status === 'delivered' ? 'plain' : 'primary'}
          icon={RotateCw}
          isBusy={isBusy}
          disabled={body === null}
          onClick={() => void resend()}
        >
          {status === 'waiting' ? 'Enviar agora' : 'Enviar de novo'}
        </Button>
        <CopyButton text={eventId} label="Copiar o id" />
      </div>
      <div role="status">{outcome && <Outcome outcome={outcome} />}</div>
      <section className={styles.part} aria-label="Tentativas">
        <h4>Tentativas</h4>
        {attempts.length === 0 && (
          <p className={styles.none}>
            {delivery.attemptCount === 0
              ? 'Nenhuma tentativa ainda.'
              : 'Esta entrega é de antes de o servidor guardar as tentativas.'}
          </p>
        )}
        {[...attempts].reverse().map((attempt, index) => (
          <AttemptView key={keyOf(attempt)} attempt={attempt} isLast={index === 0} />
        ))}
      </section>
      <section className={styles.part} aria-label="Pedido">
        <h4>Pedido</h4>
        <p className={styles.address}>
          <strong>POST</strong> {url ?? 'Ainda não foi enviado.'}
        </p>
        {last && <HeaderList label="Cabeçalhos da última tentativa" headers={last.headers} />}
        {body === null ? (
          <p className={styles.none}>O conteúdo desta entrega não está mais guardado.</p>
        ) : (
          <CodeBlock label="Corpo" text={prettyJson(body)} copied={body} />
        )}
      </section>
    </div>
  )
}

type ResendOutcome = DeliveryAttempt | string

function useResend(id: string) {
  const [isBusy, setIsBusy] = useState(false)
  const [outcome, setOutcome] = useState<ResendOutcome | null>(null)
  const resend = async () => {
    setIsBusy(true)
    setOutcome(null)
    try {
      const { attempts } = await resendDelivery(id)
      setOutcome(attempts.at(-1) ?? null)
    } catch (error) {
      if (isSignedOut(error)) return
      report(deliveryWords.resendFailed, error)
      setOutcome(sentenceOf(error, deliveryWords.resendFailed))
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, outcome, resend }
}

/** What came of it, or why it was not sent. */
function Outcome({ outcome }: { readonly outcome: ResendOutcome }) {
  if (typeof outcome === 'string') return <Notice tone="danger">{outcome}</Notice>
  const { httpStatus, durationMs, error } = outcome
  if (error !== null)
    return (
      <Notice tone="danger" detail={remedyFor(httpStatus) ?? undefined}>
        Enviada de novo agora: {error}
      </Notice>
    )
  return (
    <Notice tone="ok">
      Chegou: o endereço respondeu {httpStatus} em {formatMs(durationMs)}.
    </Notice>
  )
}

/** The signature differs from one attempt to the next. */
function keyOf({ at, headers }: DeliveryAttempt): string {
  return `${at} ${headers['webhook-signature'] ?? ''}`
}
