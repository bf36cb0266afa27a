import { MessageSquareDashed, MessageSquarePlus } from 'lucide-react'
import {
  type KeyboardEvent,
  memo,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { phoneJid } from '#contract/jid.ts'
import type { Conversation } from '#contract/messages/conversation.ts'
import { type ChatPlace, placeKey } from '../../api/chat.ts'
import { formatPhone } from '../../format.ts'
import { useSession } from '../../session/session.ts'
import { classNames } from '../../ui/class-names.ts'
import { useNow } from '../../ui/display/relative-time.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { EmptyState } from '../../ui/display/states.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { WindowedList } from '../../ui/lists/windowed-list.tsx'
import { AvatarShape } from './avatar.tsx'
import { type ChatFilter, filterNamed } from './chat-filters.ts'
import type { FocusGoal } from './chat-focus.ts'
import styles from './chat-screen.module.css'
import { ContactRow } from './contact-row.tsx'
import { FilterChoice } from './filter-choice.tsx'
import { unsentTexts } from './kept-texts.ts'
import { chatKey } from './own-messages.ts'
import { findPeople, phoneIn } from './people.ts'

/** In pixels: of a row, and of one that names its instance. */
const ROW_HEIGHT = { plain: 68, placed: 82 }
/** A time of today becomes one of yesterday. */
const TIME_CHECK_MS = 60_000

type ChatName = { readonly place: ChatPlace; readonly remoteJid: string }

type Props = {
  readonly chats: readonly Conversation[]
  readonly chosen: ChatName | null
  /** What an instance is called, where conversations of several are listed. */
  readonly placeName: ((place: ChatPlace) => string) | null
  /** Where the keyboard is led next. */
  readonly goal: FocusGoal | null
  readonly onGoal: (goal: FocusGoal | null) => void
  readonly onChoose: (place: ChatPlace, remoteJid: string) => void
}

/** Conversations, newest first. */
export function ContactsPane({
  chats,
  home,
  filter,
  onFilter,
  onChoose,
  ...row
}: Props & {
  /** Where a conversation begins that there is none of yet. */
  readonly home: ChatPlace
  readonly filter: ChatFilter
  readonly onFilter: (key: string) => void
}) {
  const [search, setSearch] = useState('')
  /** The conversation opened from a filtered list: it stays listed, though opening it read it. */
  const [opened, setOpened] = useState<string | null>(null)
  const wanted = useDeferredValue(search)
  const listed = useMemo(
    () => chats.filter((chat) => filter.fits(chat) || rowKeyOf(chat) === opened),
    [chats, filter, opened],
  )
  const shown = useMemo(() => findPeople(listed, wanted), [listed, wanted])
  const list = ({ key }: ChatFilter) => {
    setOpened(null)
    onFilter(key)
  }
  const { goal, onGoal } = row
  const isGoalAbsent = isRow(goal) && !shown.some((chat) => rowKeyOf(chat) === goal.row)
  const paneRef = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isGoalAbsent) return
    paneRef.current?.querySelector('input')?.focus()
    onGoal(null)
  }, [isGoalAbsent, onGoal])
  const newPhone = phoneIn(wanted)
  const showAll = () => list(filterNamed(null))
  return (
    <section
      ref={paneRef}
      className={classNames(styles.pane, styles.contacts)}
      aria-label="Contatos da conversa"
    >
      <div className={styles.search}>
        <SearchField label="Buscar por nome ou telefone" value={search} onChange={setSearch} />
        {chats.length > 0 && <FilterChoice chats={chats} chosen={filter} onChoose={list} />}
      </div>
      {chats.length === 0 && (
        <EmptyState icon={MessageSquareDashed} title="Ninguém escreveu ainda">
          As mensagens que chegarem aparecem aqui, com o que a campanha perguntou.
        </EmptyState>
      )}
      {chats.length > 0 && shown.length === 0 && (
        <EmptyState
          icon={MessageSquareDashed}
          title={listed.length === 0 ? filter.none : 'Nenhum contato encontrado'}
          action={
            newPhone === null ? (
              filter.key !== '' && <Button onClick={showAll}>Ver todas</Button>
            ) : (
              <Button icon={MessageSquarePlus} onClick={() => onChoose(home, phoneJid(newPhone))}>
                Conversar com {formatPhone(newPhone)}
              </Button>
            )
          }
        />
      )}
      {shown.length > 0 && (
        <Conversations
          chats={shown}
          {...row}
          onChoose={(place, remoteJid) => {
            setOpened(rowKeyOf({ ...place, remoteJid }))
            onChoose(place, remoteJid)
          }}
        />
      )}
    </section>
  )
}

/** A letter in the search draws them anew once there is time. */
const Conversations = memo(function Conversations({
  chats,
  chosen,
  placeName,
  goal,
  onGoal,
  onChoose,
}: Props) {
  const nowMs = useNow(TIME_CHECK_MS)
  const userId = useSession()?.user.id ?? ''
  const drafts = unsentTexts()
  const chosenKey = chosen && rowKeyOf({ ...chosen.place, ...chosen })
  const goalKey = isRow(goal) ? goal.row : null
  const goalIndex = chats.findIndex((chat) => rowKeyOf(chat) === goalKey)
  const reveal = useMemo(() => (goalIndex < 0 ? null : { index: goalIndex }), [goalIndex])
  const step = (event: KeyboardEvent, index: number) => {
    const next = chats[rowAfter(event, index, chats.length) ?? -1]
    if (!next) return
    event.preventDefault()
    onGoal({ row: rowKeyOf(next) })
  }
  return (
    <WindowedList
      label="Contatos"
      reveal={reveal}
      items={chats}
      rowHeight={placeName ? ROW_HEIGHT.placed : ROW_HEIGHT.plain}
      keyOf={rowKeyOf}
      className={styles.rows}
      renderItem={(chat, index) => {
        const isChosen = rowKeyOf(chat) === chosenKey
        const draft = drafts[chatKey(userId, { place: chat, remoteJid: chat.remoteJid })] ?? ''
        return (
          <ContactRow
            chat={chat}
            // The draft of the open conversation shows in its field.
            draft={isChosen ? '' : draft}
            isChosen={isChosen}
            placeName={placeName?.(chat) ?? null}
            nowMs={nowMs}
            isGoal={index === goalIndex}
            onReach={() => onGoal(null)}
            onStep={(event) => step(event, index)}
            onChoose={({ detail }) => {
              onChoose(chat, chat.remoteJid)
              if (detail === 0) onGoal('message')
            }}
          />
        )
      }}
    />
  )
})

function isRow(goal: FocusGoal | null): goal is Exclude<FocusGoal, 'message'> {
  return goal !== null && goal !== 'message'
}

/** The row that a key leads to from another one. */
function rowAfter(
  { key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  index: number,
  count: number,
): number | undefined {
  if (altKey || ctrlKey || metaKey || shiftKey) return undefined
  return { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[key]
}

/** Names the row of a conversation. */
export function rowKeyOf(chat: ChatPlace & { readonly remoteJid: string }): string {
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
