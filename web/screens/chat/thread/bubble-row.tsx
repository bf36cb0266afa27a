import {
  AudioLines,
  Ban,
  CircleAlert,
  Clock,
  Contact,
  FileText,
  Image,
  type LucideIcon,
  MapPin,
  Megaphone,
  MonitorSmartphone,
  SmilePlus,
  Sticker,
  StickyNote,
  Video,
} from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import { campaignPage } from '#contract/console-routes.ts'
import { formatClock, formatDateTime } from '../../../format.ts'
import { WhatsappText } from '../../../parts/whatsapp-text.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { SentMark } from '../sent-mark.tsx'
import styles from './bubble-row.module.css'
import type { Bubble, Mark } from './thread-items.ts'
import { placeMark } from './use-reading-place.ts'

/** Icons by WhatsApp's own names of media; a text has none. */
const mediaIcons: Readonly<Record<string, LucideIcon>> = {
  imageMessage: Image,
  videoMessage: Video,
  ptvMessage: Video,
  audioMessage: AudioLines,
  documentMessage: FileText,
  stickerMessage: Sticker,
  locationMessage: MapPin,
  liveLocationMessage: MapPin,
  contactMessage: Contact,
  contactsArrayMessage: Contact,
  reactionMessage: SmilePlus,
}

/** An event that changes one message draws no other's text anew. */
const Words = memo(WhatsappText)

/** One message. */
export const BubbleRow = memo(function BubbleRow({
  bubble,
  isFound,
  onRetry,
}: {
  readonly bubble: Bubble
  /** A search has led to it. */
  readonly isFound: boolean
  readonly onRetry: (key: string) => void
}) {
  const { key, messageId, text, type, isMine, isNote, author } = bubble
  const { campaign, atSeconds, mark, thumbnail, change } = bubble
  const MediaIcon = mediaIcons[type]
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
      {thumbnail !== null && <Thumbnail base64={thumbnail} />}
      <div className={classNames(styles.words, change === 'taken_back' && styles.gone)}>
        {change === 'taken_back' ? (
          <Ban size={16} aria-hidden className={styles.ban} />
        ) : (
          MediaIcon && <MediaIcon size={16} aria-hidden className={styles.media} />
        )}
        {change === 'taken_back' ? <p>{takenBack(isMine)}</p> : <Words text={text} />}
      </div>
      <p className={styles.foot}>
        {change === 'edited' && <span>Editada</span>}
        <time dateTime={iso} title={formatDateTime(iso)}>
          {formatClock(iso)}
        </time>
        {mark && <StateMark mark={mark} />}
      </p>
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

/** A preview; its space is reserved, so that nothing moves when it loads. */
function Thumbnail({ base64 }: { readonly base64: string }) {
  return (
    <img
      src={`data:image/jpeg;base64,${base64}`}
      alt="Miniatura"
      width={200}
      height={150}
      className={styles.thumbnail}
    />
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
