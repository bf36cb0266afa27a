import {
  Ban,
  BookmarkPlus,
  CircleAlert,
  Clock,
  ListChecks,
  type LucideIcon,
  Megaphone,
  MonitorSmartphone,
  SmilePlus,
  StickyNote,
} from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import { campaignPage } from '#contract/console-routes.ts'
import { readContent } from '#contract/messages/message-kinds.ts'
import { formatClock, formatDateTime } from '../../../format.ts'
import { WhatsappText } from '../../../parts/whatsapp-text/whatsapp-text.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { SentMark } from '../sent-mark.tsx'
import styles from './bubble-row.module.css'
import { mediaKindOf } from './media-facts.ts'
import { MessageMedia } from './message-media.tsx'
import type { Bubble, Mark } from './thread-items.ts'
import { placeMark } from './use-reading-place.ts'

/** Signs of kinds of messages that are words alone; media have tiles. */
const signs: Readonly<Record<string, LucideIcon>> = {
  reactionMessage: SmilePlus,
  pollCreationMessage: ListChecks,
  pollCreationMessageV3: ListChecks,
}

/** An event that changes one message draws no other's text anew. */
const Words = memo(WhatsappText)

/** One message. */
export const BubbleRow = memo(function BubbleRow({
  bubble,
  isFound,
  onRetry,
  onKeep,
}: {
  readonly bubble: Bubble
  /** A search has led to it, or an address. */
  readonly isFound: boolean
  readonly onRetry: (key: string) => void
  /** Keeps its text as a template. */
  readonly onKeep: (text: string) => void
}) {
  const { key, messageId, text, type, isMine, isNote, author } = bubble
  const { campaign, atSeconds, mark, change } = bubble
  const isGone = change === 'taken_back'
  const content = readContent({ type, content: text })
  const isMedium = mediaKindOf(type, bubble.file) !== undefined
  const iso = new Date(atSeconds * 1000).toISOString()
  return (
    <li
      {...placeMark(messageId ?? key)}
      aria-current={isFound || undefined}
      className={classNames(
        styles.bubble,
        isMine && styles.mine,
        isNote && styles.note,
        isFound && styles.found,
      )}
    >
      <Heading isMine={isMine} isNote={isNote} author={author} />
      {campaign && <CampaignTag campaign={campaign} />}
      {isMedium && !isGone && (
        <MessageMedia bubble={bubble} detail={'text' in content ? null : content.detail} />
      )}
      <div className={styles.said}>
        {isGone && (
          <div className={classNames(styles.words, styles.gone)}>
            <Ban size={16} aria-hidden className={styles.ban} />
            <p>{takenBack(isMine)}</p>
          </div>
        )}
        {!isGone && <Said type={type} content={content} isMedium={isMedium} />}
        <p className={styles.foot}>
          {change === 'edited' && <span>Editada</span>}
          <time dateTime={iso} title={formatDateTime(iso)}>
            {formatClock(iso)}
          </time>
          {mark && <StateMark mark={mark} />}
        </p>
      </div>
      {isMine && !isGone && 'text' in content && (
        <IconButton
          label="Guardar como modelo"
          icon={BookmarkPlus}
          className={styles.keep}
          onClick={() => onKeep(content.text)}
        />
      )}
      {mark?.kind === 'failed' && (
        <div className={styles.failure} role="alert">
          <p>{mark.sentence}</p>
          <Button look="quiet" onClick={() => onRetry(key)}>
            Tentar novamente
          </Button>
        </div>
      )}
    </li>
  )
})

/** What a message says in words. */
function Said({
  type,
  content,
  isMedium,
}: {
  readonly type: string
  readonly content: ReturnType<typeof readContent>
  readonly isMedium: boolean
}) {
  const Sign = signs[type]
  if ('text' in content) {
    return (
      <div className={styles.words}>
        {Sign && <Sign size={16} aria-hidden className={styles.media} />}
        <Words text={content.text} />
      </div>
    )
  }
  if (isMedium) return null
  return (
    <div className={styles.words}>
      {Sign && <Sign size={16} aria-hidden className={styles.media} />}
      <p>{content.detail === null ? content.label : `${content.label}: ${content.detail}`}</p>
    </div>
  )
}

const takenBack = (isMine: boolean) =>
  isMine ? 'Você apagou esta mensagem' : 'Esta mensagem foi apagada'

/** Whose message it is; of most, the side and the colour say so. */
function Heading({ isMine, isNote, author }: Pick<Bubble, 'isMine' | 'isNote' | 'author'>) {
  if (isNote) {
    return (
      <p className={styles.tag}>
        <StickyNote size={12} aria-hidden />
        Anotação
      </p>
    )
  }
  if (author) return <p className={styles.tag}>{author}</p>
  return <span className="visually-hidden">{isMine ? 'Você: ' : 'Recebida: '}</span>
}

function CampaignTag({
  campaign: { id, name },
}: {
  readonly campaign: NonNullable<Bubble['campaign']>
}) {
  return (
    <p className={styles.tag}>
      <Megaphone size={12} aria-hidden />
      {name === null ? (
        'Campanha excluída'
      ) : (
        <Link href={campaignPage(id)}>
          <span className="visually-hidden">Campanha </span>
          {name}
        </Link>
      )}
    </p>
  )
}

function StateMark({ mark }: { readonly mark: Mark }) {
  switch (mark.kind) {
    case 'local':
      return (
        <span className={styles.mark}>
          <MonitorSmartphone size={12} aria-hidden />
          só nesta tela
        </span>
      )
    case 'sending':
      return <Clock size={13} role="img" aria-label="Enviando" />
    case 'failed':
      return <CircleAlert size={13} role="img" aria-label="Não enviada" />
    default:
      return <SentMark status={mark.kind} />
  }
}
