import { useState } from 'react'
import { Link } from 'wouter'
import { SendStatus } from '#contract/campaigns/send.ts'
import type { WebhookMessage } from '#contract/messages/chat.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { usePersonMessages } from '../../../api/people.ts'
import { formatSendTime } from '../../../format.ts'
import { conversationAt } from '../../../parts/conversation.ts'
import { SendStatusBadge } from '../../../parts/send-status-badge.tsx'
import { WhatsappText } from '../../../parts/whatsapp-text/whatsapp-text.tsx'
import { Loading, Skeleton } from '../../../ui/display/skeleton.tsx'
import { ErrorState } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Card, CardHead } from '../../../ui/page/card.tsx'
import styles from './person-history.module.css'

const LOAD_FAILED = 'Não foi possível carregar as mensagens avulsas.'
const AT_FIRST = 10

/** What was sent to a person beside campaigns, by hand or by a bot, the newest first. */
export function SingleMessages({ phone }: { readonly phone: string }) {
  const { data: messages, error, mutate } = usePersonMessages(phone)
  const [isWhole, setIsWhole] = useState(false)
  const retry = () => {
    mutate().catch(() => undefined)
  }
  return (
    <Card>
      <CardHead title="Mensagens avulsas" />
      {messages ? (
        <Messages messages={isWhole ? messages : messages.slice(0, AT_FIRST)} />
      ) : error ? (
        <ErrorState title={LOAD_FAILED} detail={sentenceOf(error, LOAD_FAILED)} onRetry={retry} />
      ) : (
        <Loading className={styles.list}>
          <Skeleton height="4rem" />
        </Loading>
      )}
      {messages && !isWhole && messages.length > AT_FIRST && (
        <Button look="quiet" onClick={() => setIsWhole(true)}>
          Mostrar as {messages.length} últimas
        </Button>
      )}
    </Card>
  )
}

function Messages({ messages }: { readonly messages: readonly WebhookMessage[] }) {
  if (messages.length === 0) {
    return <p className={styles.times}>Nada foi enviado fora de campanhas.</p>
  }
  return (
    <ol className={styles.list} aria-label="Mensagens avulsas">
      {messages.map((message) => (
        <SingleMessage
          key={`${message.gatewayId} ${message.instance} ${message.id}`}
          {...message}
        />
      ))}
    </ol>
  )
}

function SingleMessage({ status, content, sentAtSeconds, ...chat }: WebhookMessage) {
  const at = new Date(sentAtSeconds * 1000).toISOString()
  return (
    <li className={styles.send}>
      <p className={styles.times}>
        <span>
          Enviada em <time dateTime={at}>{formatSendTime(at)}</time>
        </span>
        <Link href={conversationAt(chat)} className={styles.conversation}>
          Ver na conversa
        </Link>
        {status && (
          <SendStatusBadge
            status={status === 'read' ? SendStatus.read : SendStatus.success}
            deliveredAt={status === 'delivered' ? at : null}
          />
        )}
      </p>
      <div className={styles.text}>
        <WhatsappText text={content} />
      </div>
    </li>
  )
}
