import { ArrowDown, ArrowLeft, MessagesSquare, UserX } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { personPage } from '#contract/console-routes.ts'
import { type Device, DeviceStatus } from '#contract/devices/device.ts'
import { isLidJid, isPersonJid, phoneOfJid } from '#contract/jid.ts'
import { CHAT_MESSAGES_LIMIT } from '#contract/limits.ts'
import type { Conversation } from '#contract/messages/conversation.ts'
import { sentenceOf } from '../../api/calls/call-error.ts'
import { isAnswered, isUnknown } from '../../api/calls/once.ts'
import { type ChatPlace, useThread } from '../../api/chat.ts'
import { createNote } from '../../api/chats.ts'
import { sendMessage } from '../../api/devices.ts'
import { messages } from '../../messages.ts'
import { useSession } from '../../session/session.ts'
import { classNames } from '../../ui/class-names.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { useNow } from '../../ui/display/relative-time.tsx'
import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/display/states.tsx'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { Avatar } from './avatar.tsx'
import { BubbleRow } from './bubble-row.tsx'
import styles from './chat-screen.module.css'
import { Composer } from './composer.tsx'
import {
  addOwnMessage,
  chatKey,
  type OwnMessage,
  setFailed,
  setOwnState,
  useOwnMessages,
} from './own-messages.ts'
import { nameOf, numberOf } from './people.ts'
import { foundOnServer, threadItems } from './thread-items.ts'
import { useMarkRead } from './use-mark-read.ts'

const DAY_CHECK_MS = 60_000
/** A reader this close to the end is following the chat. */
const AT_END_PX = 48

type ThreadProps = {
  readonly place: ChatPlace
  /** What the instance is called, where there are several. */
  readonly placeName: string | null
  readonly remoteJid: string
  /** The conversation in the list; `undefined` where nobody has written in it. */
  readonly known: Conversation | undefined
  /** The daemon's own connection behind the instance, where there is one. */
  readonly device: Device | null
  /** The keyboard is led to the message field. */
  readonly isMessageGoal: boolean
  readonly onReachMessage: () => void
  /** Back to the talk's row. */
  readonly onBack: () => void
}

/** The messages with one contact, newest at the bottom, and the composer. */
export function ThreadPane({
  remoteJid,
  ...thread
}: Omit<ThreadProps, 'remoteJid'> & { readonly remoteJid: string | null }) {
  if (remoteJid === null) {
    return (
      <section className={classNames(styles.pane, styles.thread)} aria-label="Mensagens">
        <EmptyState icon={MessagesSquare} title="Escolha um contato">
          As mensagens trocadas com a pessoa aparecem aqui.
        </EmptyState>
      </section>
    )
  }
  return <Thread remoteJid={remoteJid} {...thread} />
}

function Thread({ place, placeName, remoteJid, known, device, onBack, ...goal }: ThreadProps) {
  const { data, error, mutate } = useThread(place, remoteJid)
  const chat = chatKey(useSession()?.user.id ?? '', { place, remoteJid })
  const own = useOwnMessages(chat)
  const now = useNow(DAY_CHECK_MS)
  const items = data ? threadItems(data, own, now) : []
  const { scrollRef, isAtEnd, noteScroll, goToEnd } = useEnd(items.at(-1)?.key)
  useMarkRead({
    place,
    remoteJid,
    unreadCount: known?.unreadCount ?? 0,
    lastId: data?.findLast(({ isFromMe }) => !isFromMe)?.id,
  })

  useEffect(() => {
    if (!data) return
    for (const { key, messageId } of foundOnServer(data, own)) {
      setOwnState(chat, key, { kind: 'sent', messageId })
    }
  }, [data, own, chat])

  const person = known ?? { remoteJid, contactName: null, pushName: null }
  const to = addressOf(remoteJid)
  const sender = device && to !== null ? { deviceId: device.deviceId, to } : null

  const send = async ({ key, tryKey, text, isNote }: OwnMessage) => {
    if (!sender && !isNote) return
    setOwnState(chat, key, { kind: 'sending' })
    try {
      const messageId =
        sender && !isNote
          ? (await sendMessage({ ...sender, text }, tryKey)).messageId
          : (await createNote({ place, remoteJid }, text, tryKey)).id
      setOwnState(chat, key, { kind: 'sent', messageId })
    } catch (failure) {
      setFailed(chat, key, {
        sentence: sentenceOf(failure, messages.request.strange),
        isInDoubt: isUnknown(failure),
        isAnswered: isAnswered(failure),
      })
    }
  }
  const retry = (key: string) => {
    const message = own.find((each) => each.key === key)
    if (message) void send(message)
  }

  return (
    <section className={classNames(styles.pane, styles.thread)} aria-label="Mensagens">
      <header className={styles.head}>
        <IconButton
          label="Voltar aos contatos"
          icon={ArrowLeft}
          className={styles.back}
          onClick={onBack}
        />
        <Avatar person={person} />
        <div className={styles.who}>
          <h2>
            {isPersonJid(remoteJid) ? (
              <Link
                href={personPage(phoneOfJid(remoteJid) ?? remoteJid)}
                title="Ver tudo desta pessoa"
              >
                {nameOf(person)}
              </Link>
            ) : (
              nameOf(person)
            )}
          </h2>
          <p>{[numberOf(remoteJid), placeName].filter(Boolean).join(' · ')}</p>
        </div>
        {known?.isOptedOut && (
          <Badge tone="warn" icon={UserX}>
            Descadastrado
          </Badge>
        )}
      </header>
      <div className={styles.stage}>
        <section
          ref={scrollRef}
          className={styles.scroll}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label="Conversa"
          onScroll={noteScroll}
        >
          {!data && error && (
            <ErrorState
              title="Não foi possível carregar as mensagens."
              detail={error.message}
              onRetry={() => void mutate()}
            />
          )}
          {!data && !error && <ThreadSkeleton />}
          {data && items.length === 0 && (
            <EmptyState icon={MessagesSquare} title="Nenhuma mensagem com esta pessoa" />
          )}
          {data && data.length >= CHAT_MESSAGES_LIMIT && (
            <p className={styles.limit}>As {CHAT_MESSAGES_LIMIT} mensagens mais recentes.</p>
          )}
          <ol className={styles.bubbles}>
            {items.map((item) =>
              item.kind === 'day' ? (
                <li key={item.key} className={styles.day}>
                  {item.label}
                </li>
              ) : (
                <BubbleRow key={item.key} bubble={item} onRetry={() => retry(item.key)} />
              ),
            )}
          </ol>
        </section>
        {!isAtEnd && (
          <Button className={styles.newer} icon={ArrowDown} onClick={goToEnd}>
            Mensagens mais novas
          </Button>
        )}
      </div>
      <Composer
        chat={chat}
        ways={waysOf({ device, canSend: sender !== null })}
        isConnected={device?.status === DeviceStatus.connected}
        isGoal={goal.isMessageGoal}
        onReach={goal.onReachMessage}
        onLeave={onBack}
        onSend={(text, way) => {
          goToEnd()
          const message = addOwnMessage(chat, {
            text,
            isNote: way === 'anotacao',
            state: { kind: way === 'local' ? 'local' : 'sending' },
            earlierIds: new Set(data?.map(({ id }) => id)),
          })
          if (way !== 'local') void send(message)
        }}
      />
    </section>
  )
}

/** The number, or the name by which alone WhatsApp knows the person; null for a group. */
function addressOf(remoteJid: string): string | null {
  const phone = phoneOfJid(remoteJid)
  if (phone !== null) return `+${phone}`
  return isLidJid(remoteJid) ? remoteJid : null
}

/** Instances of others keep what is typed on the screen; ours send to people. */
function waysOf({
  device,
  canSend,
}: {
  readonly device: Device | null
  readonly canSend: boolean
}) {
  if (!device) return 'local'
  return canSend ? 'both' : 'anotacao'
}

/** Keeps the end in sight for a reader who is there, and does not move one who reads further up. */
function useEnd(lastKey: string | undefined) {
  const scrollRef = useRef<HTMLElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const goToEnd = useCallback(() => {
    const element = scrollRef.current
    if (element) element.scrollTop = element.scrollHeight
    setIsAtEnd(true)
  }, [])
  useLayoutEffect(() => {
    if (lastKey !== undefined && isAtEnd) goToEnd()
  }, [lastKey, isAtEnd, goToEnd])
  // A longer text below, or a keyboard that comes up, takes room from what is in sight.
  useLayoutEffect(() => {
    const element = scrollRef.current
    if (!element || !isAtEnd) return
    const observer = new ResizeObserver(goToEnd)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isAtEnd, goToEnd])
  const noteScroll = () => {
    const element = scrollRef.current
    if (!element) return
    setIsAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight < AT_END_PX)
  }
  return { scrollRef, isAtEnd, noteScroll, goToEnd }
}

function ThreadSkeleton() {
  return (
    <Loading className={styles.bubbles}>
      <Skeleton width="45%" height="2.5rem" />
      <Skeleton width="60%" height="2.5rem" />
      <Skeleton width="35%" height="2.5rem" />
    </Loading>
  )
}
