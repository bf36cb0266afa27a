import { MonitorSmartphone } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import { impliedConnectionName } from '#contract/devices/connection-name.ts'
import type { Device } from '#contract/devices/device.ts'
import { foldText } from '#contract/fold.ts'
import type { Gateway } from '#contract/gateways/gateway.ts'
import { isOf, useAgents, useAssistantLinks, useChatbots } from '../../api/assistants.ts'
import { useDevices } from '../../api/devices.ts'
import type { GatewayInstance } from '../../api/gateways/gateway-answer.ts'
import { gatewaySentence } from '../../api/gateways/gateways.ts'
import { type InstanceNumber, refreshInstance, useInstances } from '../../api/gateways/instances.ts'
import { formatCount } from '../../format.ts'
import { gatewayMessages } from '../../gateway-messages.ts'
import { useKeptCount } from '../../last-count.ts'
import { EmptyState, ErrorState } from '../../ui/display/states.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { useNextToast } from '../../ui/overlays/use-next-toast.ts'
import { Card } from '../../ui/page/card.tsx'
import { ChatbotsDialog } from './assistants/chatbots-dialog.tsx'
import { RepliesDialog } from './assistants/replies-dialog.tsx'
import { InstanceCard, type InstanceConnection, type InstanceDialog } from './instance-card.tsx'
import styles from './instance-list.module.css'
import { InstancePairingDialog } from './instance-pairing-dialog.tsx'
import { INSTANCES, InstancesSkeleton } from './instances-skeleton.tsx'
import { SampleCallDialog } from './sample-call-dialog.tsx'
import { InstanceDeliveriesDialog } from './webhooks/instance-deliveries-dialog.tsx'
import { InstanceSignatureDialog } from './webhooks/instance-signature-dialog.tsx'
import { InstanceTestDialog } from './webhooks/instance-test-dialog.tsx'
import { useOpenLog } from './webhooks/use-open-log.ts'
import { WebhookDialog } from './webhooks/webhook-dialog.tsx'

/** Each card asks its gateway how it is: a long list comes in pieces. */
const PAGE_SIZE = 24

type Connections = ReadonlyMap<string, InstanceConnection>

/** The instances of one gateway, and the dialogs about one of them. */
export function InstanceList({
  gateway,
  pairing,
  onPair,
  onCreate,
}: {
  readonly gateway: Gateway
  readonly pairing: InstanceNumber | null
  readonly onPair: (pairing: InstanceNumber | null) => void
  readonly onCreate: () => void
}) {
  const { instances, error, mutate } = useInstances(gateway.id)
  const connections = useConnections(gateway)
  useKeptCount(INSTANCES, instances?.length)
  return (
    <>
      {!instances && !error && <InstancesSkeleton />}
      {!instances && error && (
        <Card>
          <ErrorState
            title={gatewayMessages.gateway.instancesFailed}
            detail={gatewaySentence(error, gateway) ?? undefined}
            onRetry={() => void mutate()}
          />
        </Card>
      )}
      {instances?.length === 0 && (
        <Card>
          <EmptyState
            icon={MonitorSmartphone}
            title="Nenhuma instância neste gateway"
            action={
              <Button look="primary" onClick={onCreate}>
                Criar instância
              </Button>
            }
          >
            Uma instância é uma conta de WhatsApp que outro sistema, como um CRM ou uma loja
            virtual, usa pela API deste gateway. Para só enviar campanhas, basta{' '}
            <Link href={consoleRoutes.baileys}>conectar o WhatsApp</Link>.
          </EmptyState>
        </Card>
      )}
      {instances && instances.length > 0 && (
        <Instances
          gateway={gateway}
          instances={instances}
          connections={connections}
          onPair={onPair}
        />
      )}
      {pairing?.gatewayId === gateway.id && (
        <InstancePairingDialog
          key={pairing.name}
          gateway={gateway}
          request={pairing}
          title={connections.get(pairing.name)?.name || pairing.name}
          onEnd={() => {
            onPair(null)
            void refreshInstance(gateway.id, pairing.name)
          }}
        />
      )}
    </>
  )
}

function Instances({
  gateway,
  instances,
  connections,
  onPair,
}: {
  readonly gateway: Gateway
  readonly instances: readonly GatewayInstance[]
  readonly connections: Connections
  readonly onPair: (pairing: InstanceNumber) => void
}) {
  const [sought, setSought] = useState('')
  const [shownCount, setShownCount] = useState(PAGE_SIZE)
  const [dialog, setDialog] = useState<{ kind: InstanceDialog; name: string } | null>(null)
  const { data: agents, error: agentsError, mutate: readAgents } = useAgents()
  const { data: links, error: linksError, mutate: readLinks } = useAssistantLinks()
  const { data: chatbots } = useChatbots()
  const found = useMemo(
    () => search(instances, connections, sought),
    [instances, connections, sought],
  )
  const shown = found.slice(0, shownCount)
  const hiddenCount = found.length - shown.length
  const sampled =
    dialog?.kind === 'sample' ? instances.find(({ name }) => name === dialog.name) : undefined
  const log = useOpenLog()
  const logged = instances.find(({ name }) => name === log.name)
  const titleOf = (name: string) => connections.get(name)?.name || name
  const close = () => setDialog(null)
  const toastNext = useNextToast()
  const toastSaved = (name: string) =>
    toastNext(gatewayMessages.gateway.webhookSet, {
      label: 'Enviar um teste',
      act: () => setDialog({ kind: 'test', name }),
    })
  return (
    <div className={styles.list}>
      {instances.length > PAGE_SIZE / 2 && (
        <SearchField label="Buscar instância ou número" value={sought} onChange={setSought} />
      )}
      {(agentsError ?? linksError) && (
        <p role="alert" className={styles.notice}>
          {gatewayMessages.assistants.loadFailed}
          <Button look="quiet" onClick={() => void Promise.all([readAgents(), readLinks()])}>
            Tentar novamente
          </Button>
        </p>
      )}
      {found.length === 0 && <p className={styles.none}>Nenhuma instância encontrada.</p>}
      <ul className={styles.grid}>
        {shown.map((instance) => {
          const key = { gatewayId: gateway.id, instanceName: instance.name }
          return (
            <li key={instance.name}>
              <InstanceCard
                gateway={gateway}
                instance={instance}
                connection={connections.get(instance.name)}
                agents={agents}
                link={links ? (links.find((link) => isOf(link, key)) ?? null) : undefined}
                chatbotCount={chatbots?.filter((chatbot) => isOf(chatbot, key)).length ?? null}
                onPair={() => onPair({ gatewayId: gateway.id, name: instance.name, number: null })}
                onOpen={(kind) =>
                  kind === 'deliveries'
                    ? log.open(instance.name)
                    : setDialog({ kind, name: instance.name })
                }
              />
            </li>
          )
        })}
      </ul>
      {hiddenCount > 0 && (
        <Button className={styles.more} onClick={() => setShownCount(shownCount + PAGE_SIZE)}>
          Mostrar mais {formatCount(Math.min(hiddenCount, PAGE_SIZE))} de {formatCount(hiddenCount)}
        </Button>
      )}
      {dialog?.kind === 'webhook' && (
        <WebhookDialog
          gateway={gateway}
          name={dialog.name}
          title={titleOf(dialog.name)}
          onSaved={toastSaved}
          onClose={close}
        />
      )}
      {dialog?.kind === 'signature' && (
        <InstanceSignatureDialog
          name={dialog.name}
          onTest={() => setDialog({ kind: 'test', name: dialog.name })}
          onClose={close}
        />
      )}
      {dialog?.kind === 'test' && <InstanceTestDialog name={dialog.name} onClose={close} />}
      {sampled && (
        <SampleCallDialog
          gateway={gateway}
          instance={sampled}
          title={titleOf(sampled.name)}
          onClose={close}
        />
      )}
      {logged && (
        <InstanceDeliveriesDialog
          key={logged.name}
          name={logged.name}
          title={titleOf(logged.name)}
          onWebhook={() => {
            log.close()
            setDialog({ kind: 'webhook', name: logged.name })
          }}
          onClose={log.close}
        />
      )}
      {dialog?.kind === 'replies' && (
        <RepliesDialog
          name={titleOf(dialog.name)}
          of={{ evolution_id: gateway.id, instance: dialog.name }}
          agents={agents ?? []}
          onClose={close}
        />
      )}
      {dialog?.kind === 'chatbots' && (
        <ChatbotsDialog
          instance={{ gatewayId: gateway.id, instanceName: dialog.name }}
          instanceNames={instances.map(({ name }) => name)}
          titleOf={titleOf}
          agents={agents ?? []}
          onClose={close}
        />
      )}
    </div>
  )
}

/** The devices of this server, by their instances. */
function useConnections(gateway: Gateway): Connections {
  const { data } = useDevices()
  return useMemo(() => connectionsOf(gateway, data?.devices ?? []), [gateway, data])
}

function connectionsOf(gateway: Gateway, devices: readonly Device[]): Connections {
  if (!gateway.isOwn) return new Map()
  return new Map(
    devices.map(({ deviceId, connectionName, status }) => {
      const isImplied = connectionName === impliedConnectionName(deviceId)
      return [deviceId, { name: isImplied ? '' : connectionName, status }]
    }),
  )
}

function search(instances: readonly GatewayInstance[], connections: Connections, sought: string) {
  const words = foldText(sought.trim())
  const digits = /^[\d\s()+-]+$/.test(words) ? words.replace(/\D/g, '') : ''
  if (words === '') return instances
  return instances.filter(
    ({ name, profileName, number }) =>
      foldText(`${name} ${profileName ?? ''} ${connections.get(name)?.name ?? ''}`).includes(
        words,
      ) ||
      (digits !== '' && (number ?? '').includes(digits)),
  )
}
