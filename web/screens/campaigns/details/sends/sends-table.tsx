import { MessageSquare, Reply as ReplyIcon } from 'lucide-react'
import { memo, useState } from 'react'
import { Link } from 'wouter'
import type { Send } from '#contract/campaigns/send.ts'
import { personPage } from '#contract/console-routes.ts'
import { formatPhone, formatSendTime, truncate } from '../../../../format.ts'
import { conversationOf } from '../../../../parts/conversation.ts'
import { SendStatusBadge } from '../../../../parts/send-status-badge.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { WindowedTable } from '../../../../ui/lists/windowed-table.tsx'
import { useIsNarrow } from '../../../../ui/use-media.ts'
import { timeAfter } from './send-times.ts'
import styles from './sends-table.module.css'

const SHOWN_LENGTH = 40
const REPLY_LENGTH = 80
/** In pixels: of a row, and of one whose cells stand below each other. */
const ROW_HEIGHT = { wide: 61, narrow: 114 }
const columns = ['Contato', 'Status', 'Data de Envio', 'Erro'] as const

/** What became of each recipient. A letter in the search draws it anew once there is time. */
export const SendsTable = memo(function SendsTable({
  sends,
  onOpen,
  onShow,
  onEndNear,
}: {
  readonly sends: readonly Send[]
  /** Shows one person's message; null where there is no room for it, nor for further times. */
  readonly onOpen: ((send: Send) => void) | null
  readonly onShow: (sends: readonly Send[]) => void
  readonly onEndNear: () => void
}) {
  const rowHeight = useIsNarrow() ? ROW_HEIGHT.narrow : ROW_HEIGHT.wide
  return (
    <WindowedTable
      label="Envios"
      columns={columns}
      items={sends}
      rowHeight={rowHeight}
      keyOf={idOf}
      onShow={onShow}
      onEndNear={onEndNear}
      className={classNames(styles.table, onOpen && styles.withTimes)}
      rowClassName={styles.row}
      renderCells={(send) => <Cells send={send} onOpen={onOpen} />}
    />
  )
})

const idOf = ({ id }: Send) => id

/** Scrolling draws the table anew, but no row that stays. */
const Cells = memo(function Cells({
  send,
  onOpen,
}: {
  readonly send: Send
  readonly onOpen: ((send: Send) => void) | null
}) {
  const { contact, name, status, sentAt, deliveredAt, errorText, repliedAt, variant } = send
  const who = name || formatPhone(contact)
  return (
    <>
      <td className={styles.contact}>
        {onOpen ? (
          <button
            type="button"
            title="Ver a mensagem"
            className={styles.open}
            onClick={() => onOpen(send)}
          >
            {who}
          </button>
        ) : (
          <span>{who}</span>
        )}
        <Link href={personPage(contact)} className={styles.phone} title="Ver tudo desta pessoa">
          {name ? formatPhone(contact) : 'Ver tudo desta pessoa'}
        </Link>
        {variant !== undefined && <span className={styles.phone}>Variação {variant}</span>}
        {repliedAt && <Reply send={send} at={repliedAt} />}
      </td>
      <td className={styles.status}>
        <SendStatusBadge status={status} deliveredAt={deliveredAt} />
      </td>
      <td className={styles.time}>
        {sentAt ? <time dateTime={sentAt}>{formatSendTime(sentAt)}</time> : '–'}
        {onOpen && <TimesAfter send={send} />}
      </td>
      <td className={styles.error}>{errorText && <LongText text={errorText} />}</td>
    </>
  )
})

/** How long after its sending a message was delivered, read and answered. */
function TimesAfter({ send }: { readonly send: Send }) {
  const { sentAt, deliveredAt, readAt, repliedAt } = send
  const steps = [
    { name: 'Entrega', at: deliveredAt },
    { name: 'Leitura', at: readAt },
    { name: 'Resposta', at: repliedAt },
  ]
  return (
    <div className={styles.after}>
      {steps.map(
        ({ name, at }) =>
          at && (
            <time key={name} dateTime={at} title={formatSendTime(at)}>
              {name} <b>{timeAfter(sentAt, at)}</b>
            </time>
          ),
      )}
    </div>
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
