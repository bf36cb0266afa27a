import { ArrowDown, MessagesSquare } from 'lucide-react'
import { type RefObject, useDeferredValue, useRef, useState } from 'react'
import { Loading, Skeleton } from '../../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/display/states.tsx'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import styles from '../chat-screen.module.css'
import { BubbleRow } from './bubble-row.tsx'
import { OlderMessages } from './older-messages.tsx'
import type { ThreadItem } from './thread-items.ts'
import type { useReadingPlace } from './use-reading-place.ts'
import type { useThreadWindow } from './use-thread-window.ts'

/** More than a screen shows: the messages above them are drawn once these are seen. */
const FIRST_DRAWN = 30
/** A reader this close to either end is about to need what lies beyond it. */
const NEAR_PX = 400

/** The messages that are shown, and the ways to those that are not. */
export function ThreadList({
  items,
  thread,
  isLoaded,
  loadFailure,
  onReload,
  scrollRef,
  rowsRef,
  place,
  isAtEnd,
  foundId,
  onShowMoment,
  onRetry,
  onKeep,
}: {
  readonly items: readonly ThreadItem[]
  readonly thread: ReturnType<typeof useThreadWindow>
  readonly isLoaded: boolean
  /** Why nothing of it could be read. */
  readonly loadFailure: string | null
  readonly onReload: () => void
  readonly scrollRef: RefObject<HTMLElement | null>
  readonly rowsRef: RefObject<HTMLOListElement | null>
  readonly place: ReturnType<typeof useReadingPlace>
  readonly isAtEnd: boolean
  /** The message that a search has led to, or an address. */
  readonly foundId: string | null
  readonly onShowMoment: () => void
  readonly onRetry: (key: string) => void
  /** Keeps a message's text as a template. */
  readonly onKeep: (text: string) => void
}) {
  const { hasOlder, isLive, reading, readOlder, readNewer, showNewest } = thread
  const [announced, announce] = useState('')
  const topRef = useRef<HTMLDivElement>(null)
  const isWhole = useDeferredValue(true, false)
  const drawn = isWhole ? items : items.slice(-FIRST_DRAWN)
  const readUp = async () => {
    const isOfButton = topRef.current?.contains(document.activeElement) ?? false
    const hasCome = await readOlder()
    if (!hasCome) return
    announce('Mensagens anteriores carregadas.')
    // At the beginning the button is gone: with the focus on the list, the keys still scroll it.
    if (isOfButton) scrollRef.current?.focus({ preventScroll: true })
  }
  const noteScroll = () => {
    place.note()
    const scroll = scrollRef.current
    if (!scroll || reading !== null) return
    const left = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight
    if (hasOlder && scroll.scrollTop < NEAR_PX) void readUp()
    else if (!isLive && left < NEAR_PX) void readNewer()
  }
  const isUp = reading?.side === 'before'
  return (
    <div className={styles.stage}>
      <section
        ref={scrollRef}
        className={styles.scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Conversa"
        onScroll={noteScroll}
      >
        {!isLoaded && loadFailure !== null && (
          <ErrorState
            title="Não foi possível carregar as mensagens."
            detail={loadFailure}
            onRetry={onReload}
          />
        )}
        {!isLoaded && loadFailure === null && <ThreadSkeleton />}
        {isLoaded && items.length === 0 && (
          <EmptyState icon={MessagesSquare} title="Nenhuma mensagem com esta pessoa" />
        )}
        {reading?.side === 'moment' && reading.failure !== null && (
          <div role="alert" className={styles.more}>
            <p>Não foi possível ir até esse dia da conversa. {reading.failure}</p>
            <Button look="quiet" onClick={onShowMoment}>
              Tentar novamente
            </Button>
          </div>
        )}
        {items.length > 0 && (
          <div ref={topRef}>
            <OlderMessages
              hasOlder={hasOlder}
              isReading={isUp && reading.failure === null}
              failure={isUp ? reading.failure : null}
              onRead={() => void readUp()}
            />
          </div>
        )}
        <ol ref={rowsRef} className={styles.bubbles}>
          {drawn.map((item) =>
            item.kind === 'day' ? (
              <li key={item.key} className={styles.day}>
                {item.label}
              </li>
            ) : (
              <BubbleRow
                key={item.key}
                bubble={item}
                isFound={foundId !== null && item.messageId === foundId}
                onRetry={onRetry}
                onKeep={onKeep}
              />
            ),
          )}
        </ol>
        {reading?.side === 'after' && <NewerState failure={reading.failure} onRetry={readNewer} />}
        <p role="status" className="visually-hidden">
          {announced}
        </p>
      </section>
      {!(isAtEnd && isLive) && (
        <IconButton
          className={styles.newer}
          label="Mensagens mais novas"
          icon={ArrowDown}
          onClick={() => {
            showNewest()
            place.goToEnd()
          }}
        />
      )}
    </div>
  )
}

/** The state of messages after the last shown one, where the reader is far from the newest. */
function NewerState({
  failure,
  onRetry,
}: {
  readonly failure: string | null
  readonly onRetry: () => Promise<boolean>
}) {
  if (failure === null) {
    return (
      <Loading className={styles.more}>
        <Skeleton width="45%" height="2.5rem" />
      </Loading>
    )
  }
  return (
    <div role="alert" className={styles.more}>
      <p>Não foi possível carregar as mensagens seguintes. {failure}</p>
      <Button look="quiet" onClick={() => void onRetry()}>
        Tentar novamente
      </Button>
    </div>
  )
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
