import type { Agent, Chatbot } from '#contract/gateways/assistant.ts'
import { silenceSentences } from '#contract/gateways/bot-reply.ts'
import type { BotTrial } from '#contract/gateways/bot-trial.ts'
import { Notice } from '../../../ui/display/notice.tsx'

/** Who answers in place of what is tried, or why nobody does; nothing where it answers itself. */
export function TrialWords({
  trial: { responder, answer, reason, chatbotId, agentId },
  chatbots,
  agents,
}: {
  readonly trial: BotTrial
  readonly chatbots: readonly Chatbot[]
  readonly agents: readonly Agent[]
}) {
  if (reason !== null) return <Notice tone="warn">Sem resposta. {silenceSentences[reason]}</Notice>
  const agentName = agents.find(({ id }) => id === agentId)?.name
  const by = agentName === undefined ? 'o assistente da instância' : `o assistente ${agentName}`
  if (responder === 'assistant') {
    return (
      <Notice tone="info">
        Nenhuma palavra-chave deste chatbot está na mensagem: responde {by}.
      </Notice>
    )
  }
  if (responder !== 'other') return null
  const name = chatbots.find(({ id }) => id === chatbotId)?.name ?? 'outro chatbot'
  return (
    <Notice tone="warn">
      Quem responde é o chatbot {name}: entre dois com palavras-chave na mensagem vale o mais
      antigo.
      {answer === null && ` A resposta vem do assistente dele.`}
    </Notice>
  )
}
