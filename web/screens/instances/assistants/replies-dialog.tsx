import { CircleCheck, CircleSlash, MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import type { Agent, Chatbot } from '#contract/gateways/assistant.ts'
import { type BotReply, silenceSentences } from '#contract/gateways/bot-reply.ts'
import { phoneOfJid } from '#contract/jid.ts'
import { BOT_REPLIES_KEPT } from '#contract/limits.ts'
import { useChatbots } from '../../../api/assistants.ts'
import { type RepliesOf, useBotReplies } from '../../../api/bots.ts'
import { formatPhone } from '../../../format.ts'
import { gatewayMessages } from '../../../gateway-messages.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Listed } from '../../../ui/display/listed.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { EmptyState } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import styles from './replies-dialog.module.css'

/** Messages that chatbots and assistants got lately, with answers or why there was none; live. */
export function RepliesDialog({
  name,
  of,
  agents,
  onClose,
}: {
  /** Name of the instance, chatbot or assistant. */
  readonly name: string
  readonly of: RepliesOf
  readonly agents: readonly Agent[]
  readonly onClose: () => void
}) {
  const { data: replies, error, mutate } = useBotReplies(of)
  const { data: chatbots = [] } = useChatbots()
  const [isSilentOnly, setIsSilentOnly] = useState(false)
  return (
    <Dialog
      title={`Últimas respostas de ${name}`}
      width="large"
      onClose={onClose}
      footer={<Button onClick={onClose}>Fechar</Button>}
    >
      <Listed
        items={replies}
        error={error}
        failed={gatewayMessages.replies.loadFailed}
        onRetry={() => void mutate()}
        waiting={{ count: 3, height: '96px' }}
        className={styles.list}
        empty={
          <EmptyState icon={MessagesSquare} title="Nenhuma mensagem ainda">
            Com um chatbot ou assistente na instância, cada mensagem que chegar aparece aqui com a
            resposta que recebeu, ou com o motivo de ter ficado sem resposta.
          </EmptyState>
        }
      >
        {(all) => {
          const shown = all.filter(({ reason }) => !isSilentOnly || reason !== null)
          return (
            <div className={styles.list}>
              <div className={styles.bar}>
                <p>Até {BOT_REPLIES_KEPT} mensagens, da mais nova para a mais antiga, ao vivo.</p>
                <Switch label="Só sem resposta" isOn={isSilentOnly} onChange={setIsSilentOnly} />
              </div>
              {shown.length === 0 && (
                <p className={styles.none}>Todas estas mensagens foram respondidas.</p>
              )}
              <ul className={styles.list} aria-label="Mensagens">
                {shown.map((reply) => (
                  <li key={reply.id} className={styles.row}>
                    <ReplyRow reply={reply} by={responderOf(reply, { chatbots, agents })} />
                  </li>
                ))}
              </ul>
            </div>
          )
        }}
      </Listed>
    </Dialog>
  )
}

function ReplyRow({
  reply: { at, pushName, remoteJid, heard, answer, reason },
  by,
}: {
  readonly reply: BotReply
  readonly by: string | null
}) {
  const phone = phoneOfJid(remoteJid)
  const written = phone === null ? null : formatPhone(phone)
  // Some phones give their number for a name.
  const name = pushName === phone ? null : pushName
  const who = name ?? written ?? (reason === 'group' ? 'Grupo, canal ou status' : 'Alguém')
  return (
    <>
      <p className={styles.head}>
        <strong>{who}</strong>
        {name !== null && written !== null && <span className={styles.fact}>{written}</span>}
        <span className={styles.fact}>
          <RelativeTime iso={at} />
        </span>
        {reason === null ? (
          <Badge tone="ok" icon={CircleCheck}>
            Respondida
          </Badge>
        ) : (
          <Badge tone="warn" icon={CircleSlash}>
            Sem resposta
          </Badge>
        )}
      </p>
      <p className={styles.heard}>{heard}</p>
      {answer !== null && <p className={styles.answer}>{answer}</p>}
      {reason !== null && <p className={styles.reason}>{silenceSentences[reason]}</p>}
      {by !== null && <p className={styles.fact}>{by}</p>}
    </>
  )
}

/** The chatbot or assistant that answered, or was to. */
function responderOf(
  { chatbotId, agentId }: BotReply,
  {
    chatbots,
    agents,
  }: { readonly chatbots: readonly Chatbot[]; readonly agents: readonly Agent[] },
): string | null {
  const chatbot = chatbots.find(({ id }) => id === chatbotId)
  const agent = agents.find(({ id }) => id === agentId)
  const names = [chatbot && `Chatbot ${chatbot.name}`, agent && `Assistente ${agent.name}`]
  return names.filter(Boolean).join(' · ') || null
}
