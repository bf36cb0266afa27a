import { MessageSquare } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import type { Device } from '#contract/devices/device.ts'
import { type Gateway, OWN_GATEWAY_ID } from '#contract/gateways/gateway.ts'
import { type ChatPlace, placeKey, placeNamed, useChatPlaces } from '../../api/chat.ts'
import { useDevices } from '../../api/devices.ts'
import { useGateways } from '../../api/gateways.ts'
import { classNames } from '../../ui/class-names.ts'
import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/display/states.tsx'
import { buttonClass } from '../../ui/forms/button.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Page } from '../../ui/page/page.tsx'
import styles from './chat-screen.module.css'
import { ContactShapes, ContactsPane } from './contacts-pane.tsx'
import { ThreadPane } from './thread-pane.tsx'

/** The chats of instances: their contacts, and the messages with each. */
export function ChatScreen() {
  const gateways = useGateways()
  const places = useChatPlaces(gateways.data)
  const devices = useDevices()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('instancia') ?? ''
  const all = useMemo(
    () =>
      placesToShow({
        heard: places.data ?? [],
        devices: devices.data?.devices ?? [],
        asked: placeAt(asked, gateways.data ?? []),
      }),
    [places.data, devices.data, gateways.data, asked],
  )
  const place = all.find((one) => placeKey(one) === asked) ?? all[0] ?? null
  const remoteJid = place && search.get('contato')
  const error = gateways.error ?? places.error ?? devices.error
  const isLoading = !places.data || !devices.data

  const choose = (next: ChatPlace, contact: string | null) =>
    setSearch(
      contact ? { instancia: placeKey(next), contato: contact } : { instancia: placeKey(next) },
    )

  return (
    <Page
      title="Chat"
      actions={
        isLoading && !error ? (
          <Loading className={styles.instance}>
            <Skeleton height="var(--control)" />
          </Loading>
        ) : (
          place && (
            <SelectField
              label="Instância"
              isLabelHidden
              className={styles.instance}
              value={placeKey(place)}
              onChange={({ target }) => {
                const next = all.find((one) => placeKey(one) === target.value)
                if (next) choose(next, null)
              }}
            >
              {all.map((one) => (
                <option key={placeKey(one)} value={placeKey(one)}>
                  {placeName(one, gateways.data ?? [], devices.data?.devices ?? [])}
                </option>
              ))}
            </SelectField>
          )
        )
      }
    >
      {isLoading && error && (
        <Card>
          <ErrorState
            title="Não foi possível carregar as conversas."
            detail={error.message}
            onRetry={() => {
              for (const { mutate } of [gateways, places, devices]) void mutate()
            }}
          />
        </Card>
      )}
      {isLoading && !error && <ChatSkeleton />}
      {!isLoading && !place && <NoInstances />}
      {!isLoading && place && (
        <div className={classNames(styles.chat, remoteJid && styles.reading)}>
          <ContactsPane
            key={placeKey(place)}
            place={place}
            chosen={remoteJid}
            onChoose={(jid) => choose(place, jid)}
          />
          <ThreadPane
            key={`${placeKey(place)} ${remoteJid}`}
            place={place}
            remoteJid={remoteJid}
            device={deviceOf(place, devices.data?.devices ?? [])}
            onBack={() => choose(place, null)}
          />
        </div>
      )}
    </Page>
  )
}

function NoInstances() {
  return (
    <Card>
      <EmptyState
        icon={MessageSquare}
        title="Nenhuma conversa ainda"
        action={
          <div className={styles.ways}>
            <Link href={consoleRoutes.baileys} className={buttonClass('primary')}>
              Conectar WhatsApp
            </Link>
            <Link href={consoleRoutes.instances} className={buttonClass('plain')}>
              Ver instâncias
            </Link>
          </div>
        }
      >
        Conecte um WhatsApp, ou configure o webhook de uma instância: o que chegar aparece aqui.
      </EmptyState>
    </Card>
  )
}

function ChatSkeleton() {
  return (
    <Loading className={styles.chat}>
      <div className={classNames(styles.pane, styles.contacts)}>
        <div className={styles.search}>
          <Skeleton height="var(--control)" />
        </div>
        <ContactShapes />
      </div>
      <div className={styles.pane} />
    </Loading>
  )
}

/** The instance that an address names, which may have no message yet. */
function placeAt(key: string, gateways: readonly Gateway[]): ChatPlace | null {
  const place = placeNamed(key)
  return place && gateways.some(({ id }) => id === place.gatewayId) ? place : null
}

/**
 * Instances with messages first; then accounts of this server and the requested one, without
 * messages so far.
 */
function placesToShow({
  heard,
  devices,
  asked,
}: {
  readonly heard: readonly ChatPlace[]
  readonly devices: readonly Device[]
  readonly asked: ChatPlace | null
}): readonly ChatPlace[] {
  const own = devices.map(({ deviceId }) => ({ gatewayId: OWN_GATEWAY_ID, instance: deviceId }))
  const places = new Map<string, ChatPlace>()
  for (const place of [...heard, ...own, ...(asked ? [asked] : [])]) {
    const key = placeKey(place)
    if (!places.has(key)) places.set(key, place)
  }
  return [...places.values()]
}

function placeName(
  place: ChatPlace,
  gateways: readonly Gateway[],
  devices: readonly Device[],
): string {
  const device = deviceOf(place, devices)
  if (device?.connectionName) return device.connectionName
  const gateway = gateways.find(({ id }) => id === place.gatewayId)
  if (!gateway || gateway.isOwn) return place.instance
  return `${place.instance} · ${new URL(gateway.url).host}`
}

/** The daemon's own connection behind an instance. */
function deviceOf(place: ChatPlace, devices: readonly Device[]): Device | null {
  if (place.gatewayId !== OWN_GATEWAY_ID) return null
  return devices.find(({ deviceId }) => deviceId === place.instance) ?? null
}
