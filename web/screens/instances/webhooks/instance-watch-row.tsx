import { CircleCheck, Route, TriangleAlert, Wrench } from 'lucide-react'
import { useState } from 'react'
import type { SWRResponse } from 'swr'
import type { Gateway } from '#contract/gateways/gateway.ts'
import { isSignedOut } from '../../../api/calls/call-error.ts'
import { gatewaySentence } from '../../../api/gateways/gateways.ts'
import {
  type InstanceWatch,
  repairWebhook,
  useLastMessageAt,
} from '../../../api/gateways/instances.ts'
import { hostOf, type WebhookWatch } from '../../../api/gateways/webhook-watch.ts'
import { gatewayMessages } from '../../../gateway-messages.ts'
import { failedBecause } from '../../../parts/use-form-send.ts'
import { report } from '../../../report.ts'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { SkeletonLine } from '../../../ui/display/skeleton.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { askYesNo } from '../../../ui/overlays/ask.ts'
import { toastDone, toastFailed } from '../../../ui/overlays/toast.ts'
import { Fact, UnreadWebhookFact } from './fact.tsx'
import styles from './instance-watch-row.module.css'
import { OwnWebhookFacts } from './own-webhook-facts.tsx'

/** Whether the messages of an instance arrive here, since when nothing has, and a way to repair it. */
export function InstanceWatchRow({
  gateway,
  name,
  watch: { data, error },
  isConnected,
  onDeliveries,
}: {
  readonly gateway: Gateway
  readonly name: string
  readonly watch: SWRResponse<InstanceWatch>
  /** Before the instance is connected nothing arrives, and nothing is marked as being well. */
  readonly isConnected: boolean
  readonly onDeliveries: () => void
}) {
  const isBroken = data !== undefined && data.webhook.kind !== 'here'
  return (
    <div className={styles.watch}>
      <div className={styles.facts}>
        {gateway.isOwn && (
          <Arrival isConnected={isConnected}>
            {isConnected
              ? 'As mensagens chegam direto a este servidor'
              : 'As mensagens chegarão direto a este servidor'}
          </Arrival>
        )}
        {!gateway.isOwn && data && <WebhookFact webhook={data.webhook} isConnected={isConnected} />}
        {!gateway.isOwn && !data && error && <UnreadWebhookFact />}
        {!gateway.isOwn && !data && !error && <SkeletonLine width="70%" />}
        <LastMessage gatewayId={gateway.id} name={name} />
        {gateway.isOwn && (
          <OwnWebhookFacts gatewayId={gateway.id} name={name} onDeliveries={onDeliveries} />
        )}
      </div>
      {isBroken && <Repair gateway={gateway} name={name} watch={data} />}
    </div>
  )
}

function WebhookFact({
  webhook,
  isConnected,
}: {
  readonly webhook: WebhookWatch
  readonly isConnected: boolean
}) {
  switch (webhook.kind) {
    case 'here':
      return <Arrival isConnected={isConnected}>O webhook leva a este servidor</Arrival>
    case 'elsewhere':
      return (
        <Fact icon={TriangleAlert} tone="warn">
          O webhook leva a outro endereço: {hostOf(webhook.url)}
        </Fact>
      )
    case 'disabled':
      return (
        <Fact icon={TriangleAlert} tone="warn">
          O webhook está desativado
        </Fact>
      )
    case 'deaf':
      return (
        <Fact icon={TriangleAlert} tone="warn">
          O webhook não avisa de mensagens novas
        </Fact>
      )
    case 'none':
      return (
        <Fact icon={TriangleAlert} tone="warn">
          Sem webhook: as mensagens não chegam aqui
        </Fact>
      )
  }
}

/** The way that messages take is right; whether they come depends on the connection. */
function Arrival({
  isConnected,
  children,
}: {
  readonly isConnected: boolean
  readonly children: React.ReactNode
}) {
  return (
    <Fact icon={isConnected ? CircleCheck : Route} tone={isConnected ? 'ok' : 'unknown'}>
      {children}
    </Fact>
  )
}

function LastMessage({ gatewayId, name }: { readonly gatewayId: string; readonly name: string }) {
  const { isKnown, error, lastAt } = useLastMessageAt(gatewayId, name)
  if (error && !isKnown) return <p className={styles.last}>{error.message}</p>
  if (!isKnown) return <SkeletonLine width="50%" />
  return (
    <p className={styles.last}>
      {lastAt ? (
        <>
          Última recebida <RelativeTime iso={lastAt} />
        </>
      ) : (
        'Nenhuma mensagem recebida ainda'
      )}
    </p>
  )
}

function Repair({
  gateway,
  name,
  watch: { webhook, setting },
}: {
  readonly gateway: Gateway
  readonly name: string
  readonly watch: InstanceWatch
}) {
  const [isBusy, setIsBusy] = useState(false)
  const repair = async () => {
    if (webhook.kind === 'elsewhere') {
      const question = { title: 'Corrigir webhook' }
      if (!(await askYesNo(gatewayMessages.gateway.webhookElsewhere(webhook.url), question))) return
    }
    setIsBusy(true)
    try {
      await repairWebhook(gateway, name, setting)
      toastDone(gatewayMessages.gateway.webhookSet)
    } catch (error) {
      if (isSignedOut(error)) return
      report(gatewayMessages.gateway.webhookFailed, error)
      toastFailed(
        failedBecause(gatewayMessages.gateway.webhookFailed, gatewaySentence(error, gateway)),
      )
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button icon={Wrench} isBusy={isBusy} onClick={() => void repair()}>
      Corrigir webhook
    </Button>
  )
}
