import { Reply } from 'lucide-react'
import { Link } from 'wouter'
import { NOTE_TYPE } from '#contract/messages/chat.ts'
import { readContent } from '#contract/messages/message-kinds.ts'
import type { TimelineEventOf } from '#contract/people/timeline.ts'
import { useDevices } from '../../../../api/devices.ts'
import { formatCount, formatQuantity } from '../../../../format.ts'
import { conversationAt } from '../../../../parts/conversation.ts'
import { deviceName } from '../../../../parts/device-name.ts'
import { WhatsappText } from '../../../../parts/whatsapp-text/whatsapp-text.tsx'
import { kindWords } from './kinds.ts'
import styles from './timeline.module.css'
import { TimelineItem } from './timeline-item.tsx'

type TalkEvent = TimelineEventOf<'conversa'>

/** What was written in one chat on one day: how much, and the last words. */
export function TalkItem({ event }: { readonly event: TalkEvent }) {
  const { at, chat, last } = event
  return (
    <TimelineItem
      icon={kindWords.conversa.icon}
      at={at}
      title={
        <span>
          <b>Conversa</b> <By instance={chat.instance} />
        </span>
      }
    >
      <p className={styles.quiet}>
        {countsOf(event)} ·{' '}
        <Link href={conversationAt(chat, at)} className={styles.way}>
          Ver na conversa
        </Link>
      </p>
      <div className={styles.words}>
        <p className={styles.speaker}>{speakerOf(last)}</p>
        <LastWords last={last} />
      </div>
    </TimelineItem>
  )
}

/** What a chatbot or an assistant answered on one day. */
export function BotItem({ event }: { readonly event: TimelineEventOf<'robo'> }) {
  const { at, chat, chatbotId, name, answerCount, heard, answer } = event
  const who = chatbotId === null ? 'Assistente' : 'Chatbot'
  const times = answerCount === 1 ? 'respondeu' : `respondeu ${formatCount(answerCount)} vezes`
  return (
    <TimelineItem
      icon={kindWords.robo.icon}
      at={at}
      title={
        <span>
          {who} {name && <b>{name}</b>} {times} <By instance={chat.instance} />
        </span>
      }
    >
      <div className={styles.words}>
        <WhatsappText text={heard} />
      </div>
      <div className={styles.answer}>
        <Reply size={16} aria-hidden />
        <WhatsappText text={answer} />
      </div>
      <p className={styles.quiet}>
        <Link href={conversationAt(chat, at)} className={styles.way}>
          Ver na conversa
        </Link>
      </p>
    </TimelineItem>
  )
}

/** Through which of several devices. */
function By({ instance }: { readonly instance: string }) {
  const devices = useDevices().data?.devices ?? []
  const device = devices.find(({ deviceId }) => deviceId === instance)
  if (!device || devices.length < 2) return null
  return <span className={styles.by}>por {deviceName(device)}</span>
}

function countsOf({ receivedCount, sentCount, noteCount, hasMore }: TalkEvent): string {
  const counts = [
    receivedCount > 0 && formatQuantity(receivedCount, 'recebida', 'recebidas'),
    sentCount > 0 && formatQuantity(sentCount, 'enviada', 'enviadas'),
    noteCount > 0 && formatQuantity(noteCount, 'nota na conversa', 'notas na conversa'),
  ].filter(Boolean)
  return `${hasMore ? 'Mais de ' : ''}${counts.join(', ')}`
}

function speakerOf({ isFromMe, type }: TalkEvent['last']): string {
  if (type === NOTE_TYPE) return 'Nota, que ninguém recebeu'
  return isFromMe ? 'Você, por último' : 'A pessoa, por último'
}

function LastWords({ last: { content, type, change } }: Pick<TalkEvent, 'last'>) {
  if (change === 'taken_back') return <p className={styles.quiet}>Mensagem apagada</p>
  const read = readContent({ type, content })
  if ('text' in read) return <WhatsappText text={read.text} />
  return <p>{read.detail === null ? read.label : `${read.label}: ${read.detail}`}</p>
}
