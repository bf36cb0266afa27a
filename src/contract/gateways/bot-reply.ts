import { z } from 'zod'
import { BOT_REPLIES_KEPT, REPLIES_PER_CONTACT_AN_HOUR } from '../limits.ts'
import { pageLimit } from '../query-numbers.ts'
import { GatewayId, InstanceName } from './gateway.ts'

/** Why a message got no answer. */
export const SilenceReason = z.enum([
  'group',
  'own_number',
  'no_text',
  'opt_out',
  'too_old',
  'too_many_messages',
  'queue_full',
  'no_keyword',
  'chatbot_off',
  'assistant_off',
  'agent_not_found',
  'no_key',
  'key_refused',
  'service_busy',
  'service_away',
  'service_refused',
  'daily_limit',
  'not_connected',
  'not_sent',
  'failed',
])
export type SilenceReason = z.infer<typeof SilenceReason>

/** The same for the account's owner. */
export const silenceSentences: Readonly<Record<SilenceReason, string>> = {
  group: 'Grupos, canais e status não recebem resposta.',
  own_number: 'É o número da própria instância.',
  no_text: 'A mensagem não tem texto.',
  opt_out: 'A pessoa pediu para não receber mais mensagens: só recebe a confirmação disso.',
  too_old: 'A mensagem chegou com mais de cinco minutos de atraso.',
  too_many_messages: `Foram mais de ${REPLIES_PER_CONTACT_AN_HOUR} mensagens desta pessoa em uma hora: pode ser outro robô.`,
  queue_full: 'Havia mensagens demais à espera de resposta.',
  no_keyword: 'Nenhuma palavra-chave está na mensagem, e a instância não tem assistente.',
  chatbot_off: 'O chatbot desta palavra-chave está desativado.',
  assistant_off: 'Nenhuma palavra-chave está na mensagem, e o assistente está desativado.',
  agent_not_found: 'O assistente não existe mais.',
  no_key: 'O servidor não tem a chave do serviço dos assistentes (MISTRAL_API_KEY).',
  key_refused: 'O serviço dos assistentes recusou a chave do servidor (MISTRAL_API_KEY).',
  service_busy: 'O serviço dos assistentes está no limite de uso.',
  service_away: 'O serviço dos assistentes não respondeu.',
  service_refused: 'O serviço dos assistentes recusou a pergunta ou o modelo.',
  daily_limit: 'O limite de respostas dos assistentes por dia foi atingido.',
  not_connected: 'A conexão com o WhatsApp estava fora do ar.',
  not_sent: 'A resposta não foi aceita pelo WhatsApp ou pelo gateway.',
  failed: 'Houve uma falha inesperada: veja o registro do servidor.',
}

/**
 * A message that an instance with chatbots or an assistant received, and its answer or the reason
 * why not.
 */
export const BotReply = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  gatewayId: z.string(),
  instanceName: z.string(),
  remoteJid: z.string(),
  /** Name that the person goes by on WhatsApp. */
  pushName: z.string().nullable(),
  /** The beginning of the message. */
  heard: z.string(),
  /** The chatbot that was to answer; null where none was. */
  chatbotId: z.string().nullable(),
  agentId: z.string().nullable(),
  /** The beginning of the answer; null where none was given. */
  answer: z.string().nullable(),
  reason: SilenceReason.nullable(),
})
export type BotReply = z.infer<typeof BotReply>

const BotReplyWire = z.object({
  id: z.string(),
  date: z.iso.datetime(),
  evolution_id: z.string(),
  instance_name: z.string(),
  remote_jid: z.string(),
  push_name: z.string().nullable(),
  heard: z.string(),
  chatbot_id: z.string().nullable(),
  agent_id: z.string().nullable(),
  answer: z.string().nullable(),
  reason: SilenceReason.nullable(),
  /** The reason as a sentence. */
  reason_text: z.string().nullable(),
})

export const BotReplyJson = z.codec(BotReplyWire, BotReply, {
  decode: ({ id, date, heard, answer, reason, ...wire }) => ({
    ...{ id, heard, answer, reason },
    at: date,
    gatewayId: wire.evolution_id,
    instanceName: wire.instance_name,
    remoteJid: wire.remote_jid,
    pushName: wire.push_name,
    chatbotId: wire.chatbot_id,
    agentId: wire.agent_id,
  }),
  encode: ({ id, at, heard, answer, reason, ...same }) => ({
    ...{ id, heard, answer, reason },
    date: at,
    evolution_id: same.gatewayId,
    instance_name: same.instanceName,
    remote_jid: same.remoteJid,
    push_name: same.pushName,
    chatbot_id: same.chatbotId,
    agent_id: same.agentId,
    reason_text: reason && silenceSentences[reason],
  }),
})
export const BotRepliesJson = z.array(BotReplyJson)

/** Left out: of all instances, and of whatever answers there. */
export const BotRepliesQuery = z
  .object({
    evolution_id: GatewayId.optional(),
    instance: InstanceName.optional(),
    chatbot_id: z.string().min(1).max(200).optional(),
    agent_id: z.string().min(1).max(200).optional(),
    limit: pageLimit(BOT_REPLIES_KEPT).default(BOT_REPLIES_KEPT),
  })
  .transform(({ evolution_id, chatbot_id, agent_id, ...same }) => ({
    ...same,
    gatewayId: evolution_id,
    chatbotId: chatbot_id,
    agentId: agent_id,
  }))
export type BotRepliesQuery = z.output<typeof BotRepliesQuery>
