import {
  AudioLines,
  Check,
  CircleAlert,
  Clock,
  Contact,
  FileText,
  Image,
  type LucideIcon,
  MapPin,
  MonitorSmartphone,
  SmilePlus,
  Sticker,
  Video,
} from 'lucide-react'
import { formatClock, formatDateTime } from '../../format.ts'
import { WhatsappText } from '../../parts/whatsapp-text.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './chat-screen.module.css'
import type { OwnState } from './own-messages.ts'
import type { Bubble } from './thread-items.ts'

/** By WhatsApp's own words; a text has none. */
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

/** One message. */
export function BubbleRow({
  bubble,
  onRetry,
}: {
  readonly bubble: Bubble
  readonly onRetry: () => void
}) {
  const { text, type, isMine, atSeconds, own } = bubble
  const MediaIcon = mediaIcons[type]
  const iso = new Date(atSeconds * 1000).toISOString()
  return (
    <li className={classNames(styles.bubble, isMine && styles.mine)}>
      <span className="visually-hidden">{isMine ? 'Você: ' : 'Recebida: '}</span>
      <div className={styles.words}>
        {MediaIcon && <MediaIcon size={16} aria-hidden className={styles.media} />}
        <WhatsappText text={text} />
      </div>
      <p className={styles.foot}>
        <time dateTime={iso} title={formatDateTime(iso)}>
          {formatClock(iso)}
        </time>
        {own && <StateMark state={own} />}
      </p>
      {own?.kind === 'failed' && (
        <div className={styles.failure} role="alert">
          <p>{own.sentence}</p>
          <Button look="quiet" onClick={onRetry}>
            Tentar novamente
          </Button>
        </div>
      )}
    </li>
  )
}

function StateMark({ state }: { readonly state: OwnState }) {
  switch (state.kind) {
    case 'local':
      return (
        <span className={styles.mark}>
          <MonitorSmartphone size={12} aria-hidden />
          só nesta tela
        </span>
      )
    case 'sending':
      return <Clock size={13} role="img" aria-label="Enviando" />
    case 'sent':
      return <Check size={14} role="img" aria-label="Enviada" />
    case 'failed':
      return <CircleAlert size={13} role="img" aria-label="Não enviada" />
  }
}
