import { MessagesSquare } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Device, DeviceStatus } from '#contract/devices/device.ts'
import { foldText } from '#contract/fold.ts'
import { isLidJid, phoneOfJid } from '#contract/jid.ts'
import type { Conversation } from '#contract/messages/conversation.ts'
import { type ChatPlace, useThread } from '../../../api/chat.ts'
import { lazyPart } from '../../../lazy-part.tsx'
import { LookedFor } from '../../../parts/found-text.tsx'
import type { TemplateStart } from '../../../parts/templates/template-dialog.tsx'
import { useSession } from '../../../session/session.ts'
import { classNames } from '../../../ui/class-names.ts'
import { useNow } from '../../../ui/display/relative-time.tsx'
import { EmptyState } from '../../../ui/display/states.tsx'
import styles from '../chat-screen.module.css'
import { addOwnMessage, chatKey, type OwnMessage } from '../own-messages.ts'
import { Composer } from './composer.tsx'
import { DropArea } from './drop-area.tsx'
import { WithFiles } from './files/thread-files.tsx'
import { type LookedUp, ThreadSearch } from './search/thread-search.tsx'
import { ThreadHead } from './thread-head.tsx'
import { threadItems } from './thread-items.ts'
import { ThreadList } from './thread-list.tsx'
import { useMarkRead } from './use-mark-read.ts'
import { useMoment } from './use-moment.ts'
import { useOwnSending } from './use-own-sending.ts'
import { useReadingPlace } from './use-reading-place.ts'
import { useThreadWindow } from './use-thread-window.ts'

const TemplateDialog = lazyPart(
  async () => (await import('../../../parts/templates/template-dialog.tsx')).TemplateDialog,
)

const DAY_CHECK_MS = 60_000
const nothing: readonly OwnMessage[] = []
const notYet: LookedUp = { text: '', hit: undefined }

type ThreadProps = {
  readonly place: ChatPlace
  /** What the instance is called, where there are several. */
  readonly placeName: string | null
  readonly remoteJid: string
  /** The moment that the address leads to, in epoch seconds; null: the newest messages. */
  readonly momentSeconds: number | null
  /** The conversation in the list; `undefined` where nobody has written in it. */
  readonly known: Conversation | undefined
  /** The daemon's own device behind the instance, where there is one. */
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

function Thread({
  place,
  placeName,
  remoteJid,
  momentSeconds,
  known,
  device,
  onBack,
  ...goal
}: ThreadProps) {
  const name = { place, remoteJid }
  const { data, error, mutate } = useThread(place, remoteJid)
  const chat = chatKey(useSession()?.user.id ?? '', name)
  const to = addressOf(remoteJid)
  const sender = device && to !== null ? { deviceId: device.deviceId, to } : null
  const { own, sendAll, retry } = useOwnSending({ chat, name, sender, stored: data })
  const [isAtEnd, setIsAtEnd] = useState(true)
  const thread = useThreadWindow(name, data, { isFollowed: isAtEnd })
  const now = useNow(DAY_CHECK_MS)
  // Messages typed here stand below the newest one, and show only with it. Failed ones wait for the
  // stored messages above them: else the button that tries again would move as it is pressed.
  const isSettled = data !== undefined || error !== undefined
  const typed = useMemo(() => {
    if (!thread.isLive) return nothing
    return isSettled ? own : own.filter(({ state }) => state.kind !== 'failed')
  }, [own, thread.isLive, isSettled])
  const items = useMemo(
    () => threadItems(thread.messages, typed, now),
    [thread.messages, typed, now],
  )
  const scrollRef = useRef<HTMLElement>(null)
  const rowsRef = useRef<HTMLOListElement>(null)
  const reading = useReadingPlace({
    ...{ scrollRef, rowsRef, isLive: thread.isLive, onEnd: setIsAtEnd },
  })
  const moment = useMoment(momentSeconds, { thread, reading, isLoaded: data !== undefined })
  useMarkRead({
    place,
    remoteJid,
    unreadCount: known?.unreadCount ?? 0,
    lastId: data?.findLast(({ isFromMe }) => !isFromMe)?.id,
  })

  const [search, setSearch] = useState<LookedUp | null>(null)
  const hit = search?.hit
  const actionsRef = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a found message is scrolled to once
  useEffect(() => {
    if (!hit) return
    reading.reveal(hit.id)
    void thread.showMessage(hit)
  }, [hit])
  // A message that is found just as the search is closed does not open it again.
  const show = useCallback((found: LookedUp) => setSearch((open) => open && found), [])
  const closeSearch = () => {
    setSearch(null)
    actionsRef.current?.querySelector('button')?.focus()
  }

  const person = known ?? { remoteJid, contactName: null, pushName: null }
  const ways = waysOf({ device, canSend: sender !== null })
  /** What a new template begins with, while one is made. */
  const [created, setCreated] = useState<TemplateStart | null>(null)
  const keepText = useCallback((text: string) => setCreated({ name: '', text }), [])
  const [dropped, setDropped] = useState<File | null>(null)
  return (
    <DropArea onFile={ways === 'both' ? setDropped : undefined}>
      <ThreadHead
        person={person}
        placeName={placeName}
        isOptedOut={known?.isOptedOut}
        actionsRef={actionsRef}
        isSearching={search !== null}
        onBack={onBack}
        onSearch={() => (search ? closeSearch() : setSearch(notYet))}
      />
      {search && (
        <ThreadSearch
          name={name}
          onFound={show}
          failure={thread.reading?.side === 'around' ? thread.reading.failure : null}
          onClose={closeSearch}
        />
      )}
      <LookedFor value={foldText(search?.text ?? '')}>
        <WithFiles place={place} items={items}>
          <ThreadList
            {...{ items, thread, scrollRef, rowsRef, isAtEnd }}
            isLoaded={data !== undefined}
            loadFailure={error?.message ?? null}
            onReload={() => void mutate()}
            place={reading}
            foundId={hit?.id ?? moment.shownId}
            onShowMoment={moment.show}
            onRetry={retry}
            onKeep={keepText}
          />
        </WithFiles>
      </LookedFor>
      <Composer
        {...{ chat, person }}
        ways={ways}
        dropped={dropped}
        onTaken={() => setDropped(null)}
        isConnected={device?.status === DeviceStatus.connected}
        isGoal={goal.isMessageGoal}
        onReach={goal.onReachMessage}
        onLeave={onBack}
        onCreate={setCreated}
        onSend={(written, way) => {
          thread.showNewest()
          reading.goToEnd()
          const added = written.map((message) =>
            addOwnMessage(chat, {
              ...message,
              isNote: way === 'anotacao',
              state: { kind: way === 'local' ? 'local' : 'sending' },
              earlierIds: new Set(data?.map(({ id }) => id)),
            }),
          )
          if (way !== 'local') void sendAll(added)
        }}
      />
      {created && <TemplateDialog start={created} onClose={() => setCreated(null)} />}
    </DropArea>
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
