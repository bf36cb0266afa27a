import { CircleAlert, PhoneOff, Reply } from 'lucide-react'
import { Link } from 'wouter'
import { SendStatus } from '#contract/campaigns/send.ts'
import { campaignPage } from '#contract/console-routes.ts'
import type { PersonSend } from '#contract/people/person.ts'
import type { TimelineEventOf } from '#contract/people/timeline.ts'
import { conversationOf } from '../../../../parts/conversation.ts'
import { SendStatusBadge } from '../../../../parts/send-status-badge.tsx'
import { WhatsappText } from '../../../../parts/whatsapp-text/whatsapp-text.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { kindWords } from './kinds.ts'
import styles from './timeline.module.css'
import { timeUnder } from './timeline-days.ts'
import { TimelineItem } from './timeline-item.tsx'

/** The message of a campaign: how far it came or why it did not, and the answer. */
export function CampaignItem({ event }: { readonly event: TimelineEventOf<'campanha'> }) {
  const { at, send } = event
  const { campaign, status, sentAt, deliveredAt, readAt, errorText, errorCode, text } = send
  const isFailed = status === SendStatus.error
  const isAbsent = isFailed && errorCode === 'not_on_whatsapp'
  const steps = [
    { name: 'Enviada', at: isFailed ? null : sentAt },
    { name: 'entregue', at: deliveredAt },
    { name: 'lida', at: readAt },
  ].flatMap((step) => (step.at === null ? [] : [{ ...step, at: step.at }]))
  return (
    <TimelineItem
      icon={isAbsent ? PhoneOff : kindWords.campanha.icon}
      at={at}
      title={
        <>
          <span>
            Campanha{' '}
            <Link href={campaignPage(campaign.id)} className={styles.name}>
              {campaign.name}
            </Link>
          </span>
          <SendStatusBadge status={status} deliveredAt={deliveredAt} />
        </>
      }
    >
      {errorText && (
        <p className={styles.error}>
          <CircleAlert size={14} aria-hidden />
          {errorText}
        </p>
      )}
      {steps.length > 1 && (
        <p className={styles.quiet}>
          {steps.map((step) => `${step.name} ${timeUnder(at, step.at)}`).join(' · ')}
        </p>
      )}
      {text !== '' && (
        <div className={classNames(styles.words, isFailed && styles.unsent)}>
          <WhatsappText text={text} />
        </div>
      )}
      <Answer send={send} at={at} />
    </TimelineItem>
  )
}

function Answer({ send, at }: { readonly send: PersonSend; readonly at: string }) {
  const { repliedAt, replyText, deviceId, contact } = send
  if (!repliedAt) return null
  return (
    <div className={styles.answer}>
      <Reply size={16} aria-hidden />
      <div>
        <p className={styles.quiet}>
          Respondeu <time dateTime={repliedAt}>{timeUnder(at, repliedAt)}</time>
          {deviceId && (
            <>
              {' · '}
              <Link href={conversationOf(deviceId, contact, repliedAt)} className={styles.way}>
                Ver na conversa
              </Link>
            </>
          )}
        </p>
        {replyText && <WhatsappText text={replyText} />}
      </div>
    </div>
  )
}
