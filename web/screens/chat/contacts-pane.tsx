import { MessageSquareDashed } from 'lucide-react'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import type { Conversation } from '#contract/messages/conversation.ts'
import { type ChatPlace, placeKey } from '../../api/chat.ts'
import { classNames } from '../../ui/class-names.ts'
import { useNow } from '../../ui/display/relative-time.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { EmptyState } from '../../ui/display/states.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { WindowedList } from '../../ui/lists/windowed-list.tsx'
import { AvatarShape } from './avatar.tsx'
import styles from './chat-screen.module.css'
import { ContactRow } from './contact-row.tsx'
import { findPeople } from './people.ts'

const ROW_HEIGHT = 68
/** A time of today becomes one of yesterday. */
const TIME_CHECK_MS = 60_000

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
  const nowMs = useNow(TIME_CHECK_MS)
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
          nowMs={nowMs}
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
      <AvatarShape />
      <span className={classNames(styles.summary, styles.waiting)}>
        <Skeleton width="55%" />
        <Skeleton width="80%" />
      </span>
    </div>
  ))
}
