import { MessageSquareDashed } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { ChatContact } from '#contract/messages/chat.ts'
import { type ChatPlace, useChatContacts } from '../../api/chat.ts'
import { plainTextOf } from '../../parts/whatsapp-markup.ts'
import { classNames } from '../../ui/class-names.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/display/states.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { WindowedList } from '../../ui/lists/windowed-list.tsx'
import styles from './chat-screen.module.css'
import { matches, nameOf } from './people.ts'

const ROW_HEIGHT = 68

/** The chats of an instance, newest first. */
export function ContactsPane({
  place,
  chosen,
  onChoose,
}: {
  readonly place: ChatPlace
  readonly chosen: string | null
  readonly onChoose: (remoteJid: string) => void
}) {
  const { data, error, mutate } = useChatContacts(place)
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const shown = data?.filter((contact) => matches(contact, wanted)) ?? []
  return (
    <section className={classNames(styles.pane, styles.contacts)} aria-label="Contatos da conversa">
      <div className={styles.search}>
        <SearchField label="Buscar por nome ou telefone" value={search} onChange={setSearch} />
      </div>
      {!data && error && (
        <ErrorState
          title="Não foi possível carregar os contatos."
          detail={error.message}
          onRetry={() => void mutate()}
        />
      )}
      {!data && !error && (
        <Loading>
          <ContactShapes />
        </Loading>
      )}
      {data?.length === 0 && (
        <EmptyState icon={MessageSquareDashed} title="Ninguém escreveu ainda">
          As mensagens que esta instância receber aparecem aqui.
        </EmptyState>
      )}
      {data && data.length > 0 && shown.length === 0 && (
        <EmptyState icon={MessageSquareDashed} title="Nenhum contato encontrado" />
      )}
      {shown.length > 0 && (
        <WindowedList
          label="Contatos"
          items={shown}
          rowHeight={ROW_HEIGHT}
          keyOf={({ remoteJid }) => remoteJid}
          className={styles.rows}
          renderItem={(contact) => (
            <ContactRow
              contact={contact}
              isChosen={contact.remoteJid === chosen}
              onChoose={onChoose}
            />
          )}
        />
      )}
    </section>
  )
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
  contact,
  isChosen,
  onChoose,
}: {
  readonly contact: ChatContact
  readonly isChosen: boolean
  readonly onChoose: (remoteJid: string) => void
}) {
  const name = nameOf(contact)
  return (
    <button
      type="button"
      aria-current={isChosen || undefined}
      className={classNames(styles.contact, isChosen && styles.chosen)}
      onClick={() => onChoose(contact.remoteJid)}
    >
      <span className={styles.initial} aria-hidden>
        {[...name.replace(/^\+/, '')][0]?.toLocaleUpperCase('pt-BR')}
      </span>
      <span className={styles.summary}>
        <span className={styles.name}>{name}</span>
        <span className={styles.last}>{plainTextOf(contact.lastMessage)}</span>
      </span>
      <RelativeTime iso={new Date(contact.lastAtSeconds * 1000).toISOString()} />
    </button>
  )
}
