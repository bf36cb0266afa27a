import {
  Bot,
  CodeXml,
  History,
  ListChecks,
  MessageSquare,
  QrCode,
  Send,
  ShieldCheck,
  Trash2,
  Unplug,
  Webhook,
} from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import { DeviceStatus } from '#contract/devices/device.ts'
import type { Agent, AssistantLink } from '#contract/gateways/assistant.ts'
import type { Gateway } from '#contract/gateways/gateway.ts'
import { isSignedOut } from '../../api/calls/call-error.ts'
import { placeKey } from '../../api/chat.ts'
import { type GatewayInstance, InstanceState } from '../../api/gateways/gateway-answer.ts'
import { gatewaySentence } from '../../api/gateways/gateways.ts'
import { deleteInstance, logOutInstance, useInstanceWatch } from '../../api/gateways/instances.ts'
import { formatCount, formatDay, formatPhone } from '../../format.ts'
import { gatewayMessages } from '../../gateway-messages.ts'
import { failedBecause } from '../../parts/use-form-send.ts'
import { report } from '../../report.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button, buttonClass, IconButton } from '../../ui/forms/button.tsx'
import { CopyButton } from '../../ui/forms/copy-button.tsx'
import { askYesNo } from '../../ui/overlays/ask.ts'
import { Menu, type MenuItem } from '../../ui/overlays/menu.tsx'
import { toastDone, toastFailed } from '../../ui/overlays/toast.ts'
import { Card } from '../../ui/page/card.tsx'
import { InstanceAssistant } from './assistants/instance-assistant.tsx'
import styles from './instance-card.module.css'
import { InstanceStateRow } from './instance-state.tsx'
import { InstanceWatchRow } from './webhooks/instance-watch-row.tsx'

/** What this server knows of an instance that is one of its devices. */
export type InstanceConnection = {
  /** Empty where its owner gave it none. */
  readonly name: string
  readonly status: DeviceStatus
}

/** The dialogs that a card opens. */
export type InstanceDialog =
  | 'webhook'
  | 'chatbots'
  | 'deliveries'
  | 'replies'
  | 'sample'
  | 'signature'
  | 'test'

/** The states that gateways report, as those of a device. */
const statuses = {
  [InstanceState.open]: DeviceStatus.connected,
  [InstanceState.connecting]: DeviceStatus.connecting,
  [InstanceState.close]: DeviceStatus.disconnected,
} as const

/** One account of a gateway: its name and state, its webhook, and what answers for it. */
export function InstanceCard({
  gateway,
  instance,
  connection,
  agents,
  link,
  chatbotCount,
  onPair,
  onOpen,
}: {
  readonly gateway: Gateway
  readonly instance: GatewayInstance
  /** What its owner called it and how it is, where it is a device of this server. */
  readonly connection: InstanceConnection | undefined
  /** Undefined until they are known; so is the link, which is null where there is none. */
  readonly agents: readonly Agent[] | undefined
  readonly link: AssistantLink | null | undefined
  readonly chatbotCount: number | null
  readonly onPair: () => void
  readonly onOpen: (dialog: InstanceDialog) => void
}) {
  const { name, number, createdAt } = instance
  const watch = useInstanceWatch(gateway, name)
  const status = connection?.status ?? statuses[watch.data?.state ?? instance.state]
  const isConnected = status === DeviceStatus.connected
  const title = connection?.name || instance.profileName || name
  const [, navigate] = useLocation()
  const place = placeKey({ gatewayId: gateway.id, instance: name })
  const chatAddress = `${consoleRoutes.chat}?instancia=${encodeURIComponent(place)}`
  return (
    <Card className={styles.card} aria-label={name}>
      <div className={styles.head}>
        <Avatar title={title} picture={instance.picture} />
        <div className={styles.who}>
          <h2>{title}</h2>
          <p>{number ? formatPhone(number) : 'Sem celular ligado'}</p>
          {createdAt && <p>Criada em {formatDay(createdAt)}</p>}
        </div>
        <Menu
          label={`Ações de ${name}`}
          items={actionsOf({
            ...{ gateway, name, title, isConnected, onOpen },
            onChat: () => navigate(chatAddress),
          })}
        />
      </div>
      <InstanceStateRow
        gateway={gateway}
        name={name}
        title={title}
        status={status}
        onPair={onPair}
      />
      <p className={styles.identity}>
        <span>
          <span className="visually-hidden">Nome na API: </span>
          <code>{name}</code>
        </span>
        <CopyButton look="quiet" text={name} label="Copiar nome" />
      </p>
      <dl className={styles.counts}>
        <Count label="Mensagens" count={instance.messageCount} />
        <Count label="Contatos" count={instance.contactCount} />
        <Count label="Chats" count={instance.chatCount} />
      </dl>
      <InstanceWatchRow
        gateway={gateway}
        name={name}
        watch={watch}
        isConnected={isConnected}
        onDeliveries={() => onOpen('deliveries')}
      />
      <InstanceAssistant
        instance={{ gatewayId: gateway.id, instanceName: name }}
        agents={agents}
        link={link}
      />
      <div className={styles.actions}>
        {isConnected ? (
          <Link href={chatAddress} className={classNames(buttonClass('plain'), styles.main)}>
            <MessageSquare size={16} aria-hidden />
            Conversas
          </Link>
        ) : (
          <Button look="primary" icon={QrCode} className={styles.main} onClick={onPair}>
            Conectar
          </Button>
        )}
        <IconButton icon={Webhook} label="Webhook" onClick={() => onOpen('webhook')} />
        <Chatbots count={chatbotCount ?? 0} onOpen={() => onOpen('chatbots')} />
        <IconButton icon={CodeXml} label="Chamada de exemplo" onClick={() => onOpen('sample')} />
      </div>
    </Card>
  )
}

/** Their count stands in the corner of the button, which is as wide without one. */
function Chatbots({ count, onOpen }: { readonly count: number; readonly onOpen: () => void }) {
  return (
    <span className={styles.counted}>
      <IconButton
        icon={Bot}
        label={count > 0 ? `Chatbots (${formatCount(count)})` : 'Chatbots'}
        onClick={onOpen}
      />
      {count > 0 && <span aria-hidden>{formatCount(count)}</span>}
    </span>
  )
}

function actionsOf({
  gateway,
  name,
  title,
  isConnected,
  onOpen,
  onChat,
}: {
  readonly gateway: Gateway
  readonly name: string
  readonly title: string
  readonly isConnected: boolean
  readonly onOpen: (dialog: InstanceDialog) => void
  readonly onChat: () => void
}): MenuItem[] {
  const ofWebhook = [
    { label: 'Testar webhook', icon: Send, onSelect: () => onOpen('test') },
    { label: 'Assinatura do webhook', icon: ShieldCheck, onSelect: () => onOpen('signature') },
    { label: 'Entregas do webhook', icon: ListChecks, onSelect: () => onOpen('deliveries') },
  ]
  return [
    { label: 'Ver conversas', icon: MessageSquare, onSelect: onChat },
    { label: 'Últimas respostas', icon: History, onSelect: () => onOpen('replies') },
    { label: 'Configurar webhook', icon: Webhook, onSelect: () => onOpen('webhook') },
    ...(gateway.isOwn ? ofWebhook : []),
    { label: 'Chatbots', icon: Bot, onSelect: () => onOpen('chatbots') },
    { label: 'Chamada de exemplo', icon: CodeXml, onSelect: () => onOpen('sample') },
    ...(isConnected
      ? [
          {
            label: 'Desconectar',
            icon: Unplug,
            onSelect: () => void logOut(gateway, name, title),
          },
        ]
      : []),
    {
      label: 'Excluir',
      icon: Trash2,
      isDangerous: true,
      onSelect: () => void remove(gateway, name, title),
    },
  ]
}

function Avatar({ title, picture }: { readonly title: string; readonly picture: string | null }) {
  if (picture) return <img className={styles.avatar} src={picture} alt="" />
  return (
    <span className={styles.avatar} aria-hidden>
      {([...title][0] ?? '').toUpperCase()}
    </span>
  )
}

function Count({ label, count }: { readonly label: string; readonly count: number | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{count === null ? '—' : formatCount(count)}</dd>
    </div>
  )
}

async function logOut(gateway: Gateway, name: string, title: string): Promise<void> {
  const question = { title: `Desconectar ${title}`, isDangerous: true }
  if (!(await askYesNo(gatewayMessages.gateway.logoutConfirm(title), question))) return
  try {
    await logOutInstance(gateway.id, name)
    toastDone(gatewayMessages.gateway.loggedOut)
  } catch (error) {
    toastRefused(gatewayMessages.gateway.logoutFailed, error, gateway)
  }
}

async function remove(gateway: Gateway, name: string, title: string): Promise<void> {
  const question = { title: `Excluir instância ${title}`, isDangerous: true }
  if (!(await askYesNo(gatewayMessages.gateway.deleteConfirm(name), question))) return
  try {
    await deleteInstance(gateway.id, name)
    toastDone(gatewayMessages.gateway.deleted)
  } catch (error) {
    toastRefused(gatewayMessages.gateway.deleteFailed, error, gateway)
  }
}

function toastRefused(failed: string, error: unknown, gateway: Gateway): void {
  if (isSignedOut(error)) return
  report(failed, error)
  toastFailed(failedBecause(failed, gatewaySentence(error, gateway)))
}
