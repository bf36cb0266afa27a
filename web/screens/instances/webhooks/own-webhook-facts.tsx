import { CircleX, Clock, Webhook } from 'lucide-react'
import { useLastDelivery } from '../../../api/gateways/deliveries.ts'
import { useWebhook } from '../../../api/gateways/instances.ts'
import { hostOf } from '../../../api/gateways/webhook-watch.ts'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { SkeletonLine } from '../../../ui/display/skeleton.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Fact, UnreadWebhookFact } from './fact.tsx'
import styles from './instance-watch-row.module.css'

/** Which other system gets the events of an instance of this server, and whether it got the last one. */
export function OwnWebhookFacts({
  gatewayId,
  name,
  onDeliveries,
}: {
  readonly gatewayId: string
  readonly name: string
  readonly onDeliveries: () => void
}) {
  const { setting, error } = useWebhook(gatewayId, name)
  if (setting === undefined) return error ? <UnreadWebhookFact /> : <SkeletonLine width="70%" />
  if (setting === null) return <p className={styles.last}>Nenhum outro sistema é avisado</p>
  const host = hostOf(setting.url)
  return (
    <>
      <Fact icon={Webhook} tone="unknown">
        {setting.isEnabled ? `O webhook avisa ${host}` : `O webhook para ${host} está desativado`}
      </Fact>
      {setting.isEnabled && <LastDelivery name={name} onDeliveries={onDeliveries} />}
    </>
  )
}

function LastDelivery({
  name,
  onDeliveries,
}: {
  readonly name: string
  readonly onDeliveries: () => void
}) {
  const { data: deliveries, error } = useLastDelivery(name)
  if (!deliveries && error) return <p className={styles.last}>{error.message}</p>
  if (!deliveries) return <SkeletonLine width="50%" />
  const [last] = deliveries
  if (!last) return <p className={styles.last}>Nenhuma entrega ainda</p>
  const { status, deliveredAt, createdAt, attemptCount, httpStatus } = last
  if (status === 'delivered') {
    return (
      <p className={styles.last}>
        Última entrega <RelativeTime iso={deliveredAt ?? createdAt} />
      </p>
    )
  }
  if (attemptCount === 0) return <p className={styles.last}>Um aviso está a caminho</p>
  const isGivenUp = status === 'dead'
  return (
    <>
      <Fact icon={isGivenUp ? CircleX : Clock} tone={isGivenUp ? 'danger' : 'warn'}>
        {isGivenUp ? 'O último aviso não chegou' : 'O último aviso ainda não chegou'}
        {httpStatus !== null && ` · resposta ${httpStatus}`} · <RelativeTime iso={createdAt} />
      </Fact>
      <Button onClick={onDeliveries}>Ver entregas</Button>
    </>
  )
}
