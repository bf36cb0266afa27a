import { Check, CheckCheck, MessageSquare } from 'lucide-react'
import { Link } from 'wouter'
import type { CampaignMedium } from '#contract/campaigns/campaign-medium.ts'
import { type Send, SendStatus } from '#contract/campaigns/send.ts'
import { personPage } from '#contract/console-routes.ts'
import { hasCaption } from '#contract/uploads/attachment.ts'
import { formatPhone, formatSendTime } from '../../../../format.ts'
import { conversationOf } from '../../../../parts/conversation.ts'
import { SendStatusBadge } from '../../../../parts/send-status-badge.tsx'
import { WhatsappText } from '../../../../parts/whatsapp-text/whatsapp-text.tsx'
import { buttonClass } from '../../../../ui/forms/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { Medium } from '../campaign-about.tsx'
import styles from './send-dialog.module.css'
import { timeAfter } from './send-times.ts'

/** What one person got, and what became of it. */
export function SendDialog({
  send,
  medium,
  onClose,
}: {
  readonly send: Send
  readonly medium: CampaignMedium | null
  readonly onClose: () => void
}) {
  const { name, contact, deviceId, status, deliveredAt, variant, errorText, attemptCount } = send
  const isSent = status === SendStatus.success || status === SendStatus.read
  return (
    <Dialog
      title={name || formatPhone(contact)}
      onClose={onClose}
      footer={
        deviceId && (
          <Link href={conversationOf(deviceId, contact)} className={buttonClass('primary')}>
            <MessageSquare size={16} aria-hidden />
            Abrir a conversa
          </Link>
        )
      }
    >
      <div className={styles.send}>
        <p className={styles.facts}>
          <SendStatusBadge status={status} deliveredAt={deliveredAt} />
          <Link href={personPage(contact)} title="Ver tudo desta pessoa">
            {formatPhone(contact)}
          </Link>
          {variant !== undefined && <span>Variação {variant}</span>}
          {attemptCount > 1 && <span>{attemptCount} tentativas</span>}
        </p>
        {errorText && <p className={styles.error}>{errorText}</p>}
        <section
          aria-label={isSent ? 'A mensagem que esta pessoa recebeu' : 'A mensagem para esta pessoa'}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className={styles.phone}
        >
          <Bubbles send={send} medium={medium} />
          {send.repliedAt && (
            <div className={styles.reply}>
              <span className="visually-hidden">Resposta: </span>
              {send.replyText ? <WhatsappText text={send.replyText} /> : 'Respondeu'}
              <small>{clockOf(send.repliedAt)}</small>
            </div>
          )}
        </section>
        <Times send={send} />
      </div>
    </Dialog>
  )
}

/** One bubble, or two where WhatsApp shows no text with the file. */
function Bubbles({
  send,
  medium,
}: {
  readonly send: Send
  readonly medium: CampaignMedium | null
}) {
  const { text, sentAt, deliveredAt, readAt, status } = send
  const Ticks = deliveredAt ? CheckCheck : Check
  const foot = sentAt && status !== SendStatus.error && (
    <small className={readAt ? styles.read : undefined}>
      {clockOf(sentAt)} <Ticks size={14} aria-hidden />
    </small>
  )
  if (medium && text !== '' && !hasCaption(medium.kind)) {
    return (
      <>
        <div className={styles.bubble}>
          <WhatsappText text={text} />
          {foot}
        </div>
        <div className={styles.bubble}>
          <Medium medium={medium} />
          {foot}
        </div>
      </>
    )
  }
  return (
    <div className={styles.bubble}>
      {medium && <Medium medium={medium} />}
      {text !== '' && <WhatsappText text={text} />}
      {foot}
    </div>
  )
}

/** When each step came, and how long after the sending. */
function Times({ send }: { readonly send: Send }) {
  const { sentAt, deliveredAt, readAt, repliedAt } = send
  const steps = [
    { name: send.status === SendStatus.error ? 'Falhou em' : 'Enviada em', at: sentAt },
    { name: 'Entregue em', at: deliveredAt },
    { name: 'Lida em', at: readAt },
    { name: 'Respondida em', at: repliedAt },
  ]
  return (
    <dl className={styles.times}>
      {steps.map(({ name, at }, place) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {at === null ? '–' : formatSendTime(at)}
            {place > 0 && at !== null && <small>{timeAfter(sentAt, at)} depois</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function clockOf(iso: string): string {
  return formatSendTime(iso).slice('dd/mm/aaaa '.length, 'dd/mm/aaaa hh:mm'.length)
}
