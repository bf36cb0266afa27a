import { MessageSquare } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import { normaliseJid } from '#contract/jid.ts'
import { type ChatPlace, placeKey } from '../../api/chat.ts'
import { useChats } from '../../api/chats.ts'
import { useDevices } from '../../api/devices.ts'
import { useGateways } from '../../api/gateways/gateways.ts'
import { classNames } from '../../ui/class-names.ts'
import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/display/states.tsx'
import { buttonClass } from '../../ui/forms/button.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { filterNamed } from './chat-filters.ts'
import type { FocusGoal } from './chat-focus.ts'
import styles from './chat-screen.module.css'
import { ContactShapes, ContactsPane, rowKeyOf } from './contacts-pane.tsx'
import { areOfSeveral, deviceOf, placeAt, placeName, placesToShow } from './places.ts'
import { ThreadPane } from './thread/thread-pane.tsx'

/** Parameter of the address that names the listed part of the conversations. */
const FILTER = 'filtro'

/**
 * The conversations of all instances or of one, and the messages of each. The address names the
 * open one: `instancia` and `contato`; `conexao`, or `instancia` alone, the instance that is listed;
 * `filtro` says which of its conversations are; `em`, an ISO time, to which moment of it one is led.
 */
export function ChatScreen() {
  const gateways = useGateways()
  const chats = useChats()
  const devices = useDevices()
  const [search, setSearch] = useSearchParams()
  const remoteJid = jidNamed(search.get('contato'))
  const asked = search.get('instancia') ?? ''
  const all = useMemo(
    () =>
      placesToShow({
        chats: chats.data ?? [],
        devices: devices.data?.devices ?? [],
        asked: placeAt(asked, gateways.data ?? []),
      }),
    [chats.data, devices.data, gateways.data, asked],
  )
  const named = (key: string) => all.find((one) => placeKey(one) === key) ?? null
  const listed = named(search.get('conexao') ?? (remoteJid === null ? asked : ''))
  const listedKey = listed && placeKey(listed)
  const listedChats = useMemo(
    () => chats.data?.filter((chat) => listedKey === null || placeKey(chat) === listedKey) ?? [],
    [chats.data, listedKey],
  )
  const place = named(asked) ?? listed ?? all[0] ?? null
  const error = gateways.error ?? chats.error ?? devices.error
  const isLoading = !gateways.data || !chats.data || !devices.data
  // On a phone an open conversation takes the line of the choice among the listed ones.
  const isOnePane = useMedia('(max-width: 900px)')
  const isShown = chats.data !== undefined && !isLoading && place !== null
  const isReadingNarrow = useMedia('(max-width: 560px)') && remoteJid !== null
  const [goal, setGoal] = useState<FocusGoal | null>(null)
  const ownDevices = devices.data?.devices ?? []
  const nameAt = (one: ChatPlace) => placeName(one, gateways.data ?? [], ownDevices)

  const filter = filterNamed(search.get(FILTER))
  const kept = filter.key !== '' && { [FILTER]: filter.key }

  const list = (key: string) => setSearch({ ...(key !== '' && { conexao: key }), ...kept })
  const open = (at: ChatPlace, contato: string) =>
    setSearch({
      ...(listedKey !== null && { conexao: listedKey }),
      ...kept,
      instancia: placeKey(at),
      contato,
    })
  const leave = (row: string) => {
    if (isOnePane) list(listedKey ?? '')
    setGoal({ row })
  }
  const choose = (key: string) => {
    const next = new URLSearchParams(search)
    if (key === '') next.delete(FILTER)
    else next.set(FILTER, key)
    setSearch(next, { replace: true })
  }

  return (
    <Page
      title="Chat"
      isTitleHidden={isReadingNarrow && isShown}
      actions={
        isLoading && !error ? (
          <Loading className={styles.instance}>
            <Skeleton height="var(--control)" />
          </Loading>
        ) : (
          place &&
          !isReadingNarrow && (
            <SelectField
              label="Instância"
              isLabelHidden
              className={styles.instance}
              value={listed || all.length === 1 ? placeKey(listed ?? place) : ''}
              onChange={({ target }) => list(target.value)}
            >
              {all.length > 1 && <option value="">Todas as conexões</option>}
              {all.map((one) => (
                <option key={placeKey(one)} value={placeKey(one)}>
                  {nameAt(one)}
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
              for (const { mutate } of [gateways, chats, devices]) void mutate()
            }}
          />
        </Card>
      )}
      {isLoading && !error && <ChatSkeleton />}
      {!isLoading && !place && <NoInstances />}
      {chats.data && !isLoading && place && (
        <div className={classNames(styles.chat, remoteJid !== null && styles.reading)}>
          <ContactsPane
            key={listedKey ?? ''}
            chats={listedChats}
            home={listed ?? place}
            filter={filter}
            onFilter={choose}
            chosen={remoteJid === null ? null : { place, remoteJid }}
            placeName={areOfSeveral(listedChats) ? nameAt : null}
            goal={goal}
            onGoal={setGoal}
            onChoose={open}
          />
          <ThreadPane
            key={`${placeKey(place)} ${remoteJid}`}
            place={place}
            placeName={all.length > 1 ? nameAt(place) : null}
            remoteJid={remoteJid}
            momentSeconds={momentNamed(search.get('em'))}
            known={chats.data.find((chat) => chat.remoteJid === remoteJid && isAt(chat, place))}
            device={deviceOf(place, ownDevices)}
            isMessageGoal={goal === 'message'}
            onReachMessage={() => setGoal(null)}
            onBack={() => leave(rowKeyOf({ ...place, remoteJid: remoteJid ?? '' }))}
          />
        </div>
      )}
    </Page>
  )
}

/** The chat that an address names; digits alone are a phone. */
function jidNamed(contact: string | null): string | null {
  return contact && (normaliseJid(contact) ?? contact)
}

/** The moment that an address names, in epoch seconds. */
function momentNamed(text: string | null): number | null {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000)
}

function isAt(chat: ChatPlace, place: ChatPlace): boolean {
  return placeKey(chat) === placeKey(place)
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
        O que as pessoas escreverem aparece aqui. Conecte um WhatsApp; para uma conta de outro
        gateway, configure o webhook da instância.
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
          <Skeleton width="80%" height="var(--s6)" />
        </div>
        <ContactShapes />
      </div>
      <div className={styles.pane} />
    </Loading>
  )
}
