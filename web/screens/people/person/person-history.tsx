import { CircleAlert, MessageSquareOff, Reply } from 'lucide-react'
import { Link } from 'wouter'
import { SendStatus } from '#contract/campaigns/send.ts'
import { campaignPage, consoleRoutes } from '#contract/console-routes.ts'
import type { PersonSend } from '#contract/people/person.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import type { usePersonSends } from '../../../api/people.ts'
import { formatSendTime } from '../../../format.ts'
import { conversationOf } from '../../../parts/conversation.ts'
import { SendStatusBadge } from '../../../parts/send-status-badge.tsx'
import { WhatsappText } from '../../../parts/whatsapp-text/whatsapp-text.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Loading, Skeleton } from '../../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/display/states.tsx'
import { buttonClass } from '../../../ui/forms/button.tsx'
import { LoadMore } from '../../../ui/lists/load-more.tsx'
import { Card, CardHead } from '../../../ui/page/card.tsx'
import styles from './person-history.module.css'

const LOAD_FAILED = 'Não foi possível carregar o que foi enviado a esta pessoa.'

/** What campaigns sent to a person, the newest first, with what became of it. */
export function PersonHistory({
  history: { sends, error, isLoading, hasMore, loadMore, retry },
}: {
  readonly history: ReturnType<typeof usePersonSends>
}) {
  return (
    <Card>
      <CardHead title="Mensagens de campanhas" />
      {error && (!sends || !isLoading) ? (
        <ErrorState title={LOAD_FAILED} detail={sentenceOf(error, LOAD_FAILED)} onRetry={retry} />
      ) : !sends ? (
        <Loading className={styles.list}>
          <Skeleton height="6rem" />
          <Skeleton height="6rem" />
        </Loading>
      ) : sends.length === 0 ? (
        <EmptyState
          icon={MessageSquareOff}
          title="Nenhuma campanha enviou mensagem a esta pessoa"
          action={
            <Link href={consoleRoutes.newCampaign} className={buttonClass('plain')}>
              Nova campanha
            </Link>
          }
        >
          O que ela receber, e o que responder, aparece aqui.
        </EmptyState>
      ) : (
        <>
          <ol className={styles.list} aria-label="Mensagens de campanhas">
            {sends.map((send) => (
              <SentMessage key={send.id} send={send} />
            ))}
          </ol>
          {hasMore && <LoadMore isLoading={isLoading} onLoad={loadMore} />}
        </>
      )}
    </Card>
  )
}

function SentMessage({ send }: { readonly send: PersonSend }) {
  const { campaign, status, sentAt, deliveredAt, readAt, errorText, text } = send
  const isFailed = status === SendStatus.error
  const steps = [
    { name: isFailed ? 'Falhou em' : 'Enviada em', at: sentAt },
    { name: 'Entregue em', at: deliveredAt },
    { name: 'Lida em', at: readAt },
  ]
  return (
    <li className={styles.send}>
      <div className={styles.head}>
        <Link href={campaignPage(campaign.id)} className={styles.campaign}>
          {campaign.name}
        </Link>
        <SendStatusBadge status={status} deliveredAt={deliveredAt} />
      </div>
      <p className={styles.times}>
        {steps.map(
          ({ name, at }) =>
            at && (
              <span key={name}>
                {name} <time dateTime={at}>{formatSendTime(at)}</time>
              </span>
            ),
        )}
      </p>
      {errorText && (
        <p className={styles.error}>
          <CircleAlert size={14} aria-hidden />
          {errorText}
        </p>
      )}
      {text !== '' && (
        <div className={classNames(styles.text, isFailed && styles.unsent)}>
          <WhatsappText text={text} />
        </div>
      )}
      <Answer send={send} />
    </li>
  )
}

function Answer({ send }: { readonly send: PersonSend }) {
  const { repliedAt, replyText, deviceId, contact } = send
  if (!repliedAt) return null
  return (
    <div className={styles.reply}>
      <Reply size={16} aria-hidden />
      <div>
        <p className={styles.times}>
          <span>
            Respondeu em <time dateTime={repliedAt}>{formatSendTime(repliedAt)}</time>
          </span>
          {deviceId && (
            <Link href={conversationOf(deviceId, contact)} className={styles.conversation}>
              Ver na conversa
            </Link>
          )}
        </p>
        {replyText && <WhatsappText text={replyText} />}
      </div>
    </div>
  )
}
