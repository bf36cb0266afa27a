import {
  Check,
  CheckCheck,
  CircleAlert,
  Clock,
  type LucideIcon,
  MessageSquare,
  Reply as ReplyIcon,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { type Send, type SendStatus, sendStatusLabels } from '#contract/campaigns/send.ts'
import { consoleRoutes } from '#contract/console-routes.ts'
import { phoneJid } from '#contract/jid.ts'
import { formatPhone, formatSendTime, truncate } from '../../format.ts'
import { Badge, type BadgeTone } from '../../ui/display/badge.tsx'
import { WindowedTable } from '../../ui/lists/windowed-table.tsx'
import styles from './sends-table.module.css'

const SHOWN_LENGTH = 40
const REPLY_LENGTH = 80
const ROW_HEIGHT = 57
const columns = ['Contato', 'Status', 'Data de Envio', 'Erro'] as const

const looks: Readonly<Record<SendStatus, { readonly tone: BadgeTone; readonly icon: LucideIcon }>> =
  {
    success: { tone: 'ok', icon: Check },
    read: { tone: 'gold', icon: CheckCheck },
    error: { tone: 'danger', icon: CircleAlert },
    sending: { tone: 'warn', icon: Clock },
  }

/** What became of each recipient. */
export function SendsTable({
  sends,
  onShow,
  onEndNear,
}: {
  readonly sends: readonly Send[]
  readonly onShow: (sends: readonly Send[]) => void
  readonly onEndNear: () => void
}) {
  return (
    <WindowedTable
      label="Envios"
      columns={columns}
      items={sends}
      rowHeight={ROW_HEIGHT}
      keyOf={({ id }) => id}
      onShow={onShow}
      onEndNear={onEndNear}
      className={styles.table}
      rowClassName={styles.row}
      renderCells={(send) => <Cells send={send} />}
    />
  )
}

function Cells({ send }: { readonly send: Send }) {
  const { contact, name, status, sentAt, errorText, repliedAt } = send
  const { tone, icon } = looks[status]
  return (
    <>
      <td className={styles.contact}>
        {name && <span>{name}</span>}
        <span className={name ? styles.phone : undefined}>{formatPhone(contact)}</span>
        {repliedAt && <Reply send={send} at={repliedAt} />}
      </td>
      <td className={styles.status}>
        <Badge tone={tone} icon={icon}>
          {sendStatusLabels[status]}
        </Badge>
      </td>
      <td className={styles.time}>
        {sentAt ? <time dateTime={sentAt}>{formatSendTime(sentAt)}</time> : '–'}
      </td>
      <td className={styles.error}>{errorText && <LongText text={errorText} />}</td>
    </>
  )
}

/** What somebody answered, and when, and the way to the conversation. */
function Reply({ send, at }: { readonly send: Send; readonly at: string }) {
  const { replyText: text, contact, name, deviceId } = send
  return (
    <div className={styles.reply} title={`Respondeu em ${formatSendTime(at)}`}>
      <ReplyIcon size={14} role="img" aria-label="Resposta:" />
      <div>{text === null ? 'Respondeu' : <LongText text={text} length={REPLY_LENGTH} />}</div>
      {deviceId && (
        <Link
          href={conversationOf(deviceId, contact)}
          className={styles.conversation}
          title="Abrir a conversa"
          aria-label={`Abrir a conversa com ${name || formatPhone(contact)}`}
        >
          <MessageSquare size={14} aria-hidden />
        </Link>
      )}
    </div>
  )
}

/** The chat's address; written out, since what knows it would come along with the first screen. */
function conversationOf(deviceId: string, phone: string): string {
  const place = `own:${deviceId}`
  return `${consoleRoutes.chat}?${new URLSearchParams({ instancia: place, contato: phoneJid(phone) })}`
}

/** A sentence, cut where it is long: whole for a pointer, a screen reader, and after a press. */
function LongText({
  text,
  length = SHOWN_LENGTH,
}: {
  readonly text: string
  readonly length?: number
}) {
  const [isWhole, setIsWhole] = useState(false)
  const short = truncate(text, length)
  if (short === text) return text
  return (
    <button
      type="button"
      title={text}
      aria-expanded={isWhole}
      className={styles.more}
      onClick={() => setIsWhole(!isWhole)}
    >
      {isWhole ? text : short}
    </button>
  )
}
