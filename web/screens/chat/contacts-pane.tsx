import { MessageSquareDashed, UserX } from 'lucide-react'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { isGroupJid } from '#contract/jid.ts'
import { NOTE_TYPE } from '#contract/messages/chat.ts'
import type { Conversation } from '#contract/messages/conversation.ts'
import { type ChatPlace, placeKey } from '../../api/chat.ts'
import { plainTextOf } from '../../parts/whatsapp-markup.ts'
import { classNames } from '../../ui/class-names.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { EmptyState } from '../../ui/display/states.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { WindowedList } from '../../ui/lists/windowed-list.tsx'
import styles from './chat-screen.module.css'
import rows from './contact-row.module.css'
import { findPeople, nameOf } from './people.ts'

const ROW_HEIGHT = 68
const MOST_SHOWN = 99

type ChatName = { readonly place: ChatPlace; readonly remoteJid: string }

type Props = {
  readonly chats: readonly Conversation[]
  readonly chosen: ChatName | null
  /** What an instance is called, where conversations of several are listed. */
  readonly placeName: ((place: ChatPlace) => string) | null
  readonly onChoose: (place: ChatPlace, remoteJid: string) => void
}

/** Conversations, newest first. */
export function ContactsPane({ chats, ...row }: Props) {
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const shown = useMemo(() => findPeople(chats, wanted), [chats, wanted])
  return (
    <section className={classNames(styles.pane, styles.contacts)} aria-label="Contatos da conversa">
      <div className={styles.search}>
        <SearchField label="Buscar por nome ou telefone" value={search} onChange={setSearch} />
      </div>
      {chats.length === 0 && (
        <EmptyState icon={MessageSquareDashed} title="Ninguém escreveu ainda">
          As mensagens que chegarem aparecem aqui, com o que a campanha perguntou.
        </EmptyState>
      )}
      {chats.length > 0 && shown.length === 0 && (
        <EmptyState icon={MessageSquareDashed} title="Nenhum contato encontrado" />
      )}
      {shown.length > 0 && <Conversations chats={shown} {...row} />}
    </section>
  )
}

/** A letter in the search draws them anew once there is time. */
const Conversations = memo(function Conversations({ chats, chosen, placeName, onChoose }: Props) {
  return (
    <WindowedList
      label="Contatos"
      items={chats}
      rowHeight={ROW_HEIGHT}
      keyOf={keyOf}
      className={styles.rows}
      renderItem={(chat) => (
        <ContactRow
          chat={chat}
          isChosen={chosen !== null && keyOf(chat) === keyOf({ ...chosen.place, ...chosen })}
          placeName={placeName?.(chat) ?? null}
          onChoose={() => onChoose(chat, chat.remoteJid)}
        />
      )}
    />
  )
})

function keyOf(chat: ChatPlace & { readonly remoteJid: string }): string {
  return `${placeKey(chat)} ${chat.remoteJid}`
}

/** Shapes of contacts that are being loaded. */
export function ContactShapes() {
  return ['a', 'b', 'c', 'd', 'e'].map((key) => (
    <div key={key} className={styles.contact}>
      <span className={styles.initial} />
      <span className={classNames(styles.summary, styles.waiting)}>
        <Skeleton width="55%" />
        <Skeleton width="80%" />
      </span>
    </div>
  ))
}

function ContactRow({
  chat,
  isChosen,
  placeName,
  onChoose,
}: {
  readonly chat: Conversation
  readonly isChosen: boolean
  readonly placeName: string | null
  readonly onChoose: () => void
}) {
  const { unreadCount, isOptedOut, lastAtSeconds } = chat
  const name = nameOf(chat)
  const isUnread = unreadCount > 0
  return (
    <button
      type="button"
      aria-current={isChosen || undefined}
      className={classNames(styles.contact, isChosen && styles.chosen)}
      onClick={onChoose}
    >
      <span className={styles.initial} aria-hidden>
        {[...name.replace(/^\+/, '')][0]?.toLocaleUpperCase('pt-BR')}
      </span>
      <span className={styles.summary}>
        <span className={classNames(styles.name, isUnread && rows.strong)}>
          {isOptedOut && <UserX size={13} role="img" aria-label="Descadastrado" />}
          {isOptedOut && ' '}
          {name}
        </span>
        <span className={classNames(styles.last, isUnread && rows.bright)}>
          {authorOf(chat)}
          {plainTextOf(chat.lastMessage)}
        </span>
        {placeName !== null && <span className={rows.place}>{placeName}</span>}
      </span>
      <span className={rows.end}>
        <RelativeTime iso={new Date(lastAtSeconds * 1000).toISOString()} />
        {isUnread && (
          <span className={rows.count}>
            {unreadCount > MOST_SHOWN ? `${MOST_SHOWN}+` : unreadCount}
            <span className="visually-hidden">
              {unreadCount === 1 ? ' não lida' : ' não lidas'}
            </span>
          </span>
        )}
      </span>
    </button>
  )
}

/** Who wrote the last message, where it is not the one the conversation is with. */
function authorOf({ lastType, isLastFromMe, remoteJid, pushName }: Conversation): string {
  if (lastType === NOTE_TYPE) return 'Anotação: '
  if (isLastFromMe) return 'Você: '
  return isGroupJid(remoteJid) && pushName ? `${pushName}: ` : ''
}
