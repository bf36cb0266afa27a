import { UserX } from 'lucide-react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { isGroupJid } from '#contract/jid.ts'
import { NOTE_TYPE } from '#contract/messages/chat.ts'
import type { Conversation } from '#contract/messages/conversation.ts'
import { readContent } from '#contract/messages/message-kinds.ts'
import { formatDateTime } from '../../format.ts'
import { plainTextOf } from '../../parts/whatsapp-text/whatsapp-markup.ts'
import { classNames } from '../../ui/class-names.ts'
import { Avatar } from './avatar.tsx'
import { useFocusWhen } from './chat-focus.ts'
import styles from './chat-screen.module.css'
import { listTime } from './chat-times.ts'
import rows from './contact-row.module.css'
import { nameOf } from './people.ts'
import { SentMark } from './sent-mark.tsx'

const MOST_SHOWN = 99

/** One conversation: who it is with, what was said last and when, and how much of it is unread. */
export function ContactRow({
  chat,
  draft,
  isChosen,
  placeName,
  nowMs,
  isGoal,
  onReach,
  onStep,
  onChoose,
}: {
  readonly chat: Conversation
  /** What was typed here and not sent: it stands in place of the last message. */
  readonly draft: string
  readonly isChosen: boolean
  readonly placeName: string | null
  readonly nowMs: number
  /** The keyboard is led to it. */
  readonly isGoal: boolean
  /** It has the focus. */
  readonly onReach: () => void
  /** A key was pressed on it, which may lead to another row. */
  readonly onStep: (event: KeyboardEvent) => void
  /** A key, unlike a pointer, clicks without a count (`detail`). */
  readonly onChoose: (click: MouseEvent) => void
}) {
  const { unreadCount, isOptedOut, lastAtSeconds, lastStatus } = chat
  const name = nameOf(chat)
  const isUnread = unreadCount > 0
  const typed = plainTextOf(draft)
  const iso = new Date(lastAtSeconds * 1000).toISOString()
  return (
    <button
      ref={useFocusWhen(isGoal)}
      type="button"
      aria-current={isChosen || undefined}
      className={classNames(styles.contact, isChosen && styles.chosen)}
      onClick={onChoose}
      onFocus={onReach}
      onKeyDown={onStep}
    >
      <Avatar person={chat} />
      <span className={styles.summary}>
        <span className={rows.line}>
          <span className={classNames(styles.name, isUnread && rows.strong)}>
            {isOptedOut && <UserX size={13} role="img" aria-label="Descadastrado" />}
            {isOptedOut && ' '}
            {name}
          </span>
          <time
            className={classNames(isUnread && rows.bright)}
            dateTime={iso}
            title={formatDateTime(iso)}
          >
            {listTime(lastAtSeconds * 1000, nowMs)}
          </time>
        </span>
        <span className={rows.line}>
          {typed === '' ? (
            <span className={classNames(styles.last, isUnread && rows.bright)}>
              {lastStatus && <SentMark status={lastStatus} />}
              {lastStatus && ' '}
              <span className={classNames(lastStatus && 'visually-hidden')}>{authorOf(chat)}</span>
              {plainTextOf(saidIn(chat))}
            </span>
          ) : (
            <span className={styles.last}>
              <span className={rows.draft}>Rascunho:</span> {typed}
            </span>
          )}
          {isUnread && (
            <span className={rows.count}>
              {unreadCount > MOST_SHOWN ? `${MOST_SHOWN}+` : unreadCount}
              <span className="visually-hidden">
                {unreadCount === 1 ? ' não lida' : ' não lidas'}
              </span>
            </span>
          )}
        </span>
        {placeName !== null && <span className={rows.place}>{placeName}</span>}
      </span>
    </button>
  )
}

/** The last message in a line: its words, or what else it is. */
function saidIn({ lastType, lastMessage }: Conversation): string {
  const content = readContent({ type: lastType, content: lastMessage })
  if ('text' in content) return content.text
  return content.detail === null ? content.label : `${content.label}: ${content.detail}`
}

/** Who wrote the last message, where it is not the one the conversation is with. */
function authorOf({ lastType, isLastFromMe, remoteJid, pushName }: Conversation): string {
  if (lastType === NOTE_TYPE) return 'Anotação: '
  if (isLastFromMe) return 'Você: '
  return isGroupJid(remoteJid) && pushName ? `${pushName}: ` : ''
}
