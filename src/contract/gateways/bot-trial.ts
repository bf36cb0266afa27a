import { z } from 'zod'
import { REPLY_CONTEXT_MESSAGES, REPLY_TRIAL_TEXT_LENGTH } from '../limits.ts'
import { AgentBody, ChatbotFields, hasAnswer } from './assistant.ts'
import { SilenceReason, silenceSentences } from './bot-reply.ts'

/** What somebody might write. */
const TrialText = z
  .string('Escreva uma mensagem.')
  .trim()
  .min(1, 'Escreva uma mensagem.')
  .max(REPLY_TRIAL_TEXT_LENGTH, `A mensagem aceita até ${REPLY_TRIAL_TEXT_LENGTH} caracteres.`)

/** What was said before in a trial of several turns: the oldest first. */
const TrialTurns = z
  .array(
    z.object({
      role: z.enum(['user', 'assistant'], 'Use user ou assistant.'),
      content: z
        .string('Informe o texto.')
        .max(REPLY_TRIAL_TEXT_LENGTH, `O texto aceita até ${REPLY_TRIAL_TEXT_LENGTH} caracteres.`),
    }),
  )
  .max(REPLY_CONTEXT_MESSAGES, `A conversa aceita até ${REPLY_CONTEXT_MESSAGES} mensagens.`)
  .default([])

/** A chatbot as its form shows it, saved or not, and a message to it. */
export const ChatbotTrialBody = ChatbotFields.omit({ name: true, is_active: true })
  .extend({
    /** The chatbot that is edited; left out, it would be a new one. */
    id: z.string().min(1).max(200).optional(),
    text: TrialText,
    conversation: TrialTurns,
  })
  .refine(hasAnswer.holds, hasAnswer.otherwise)
  .transform(({ evolution_id, instance_name, agent_id, reply, ...same }) => ({
    ...same,
    gatewayId: evolution_id,
    instanceName: instance_name,
    reply: reply || null,
    agentId: agent_id ?? null,
  }))
export type ChatbotTrialBody = z.output<typeof ChatbotTrialBody>

/** An assistant as its form shows it, and a message to it. */
export const AgentTrialBody = AgentBody.omit({ name: true }).extend({
  text: TrialText,
  conversation: TrialTurns,
})
export type AgentTrialBody = z.infer<typeof AgentTrialBody>

/** Who answers: the chatbot that is tried, another one of the instance, or its assistant. */
const TrialResponder = z.enum(['this', 'other', 'assistant'])

/** What a message would be answered. */
export const BotTrial = z.object({
  /** Null where nothing answers, or what does was not asked because it is not what is tried. */
  answer: z.string().nullable(),
  responder: TrialResponder.nullable(),
  /** The other chatbot that answers. */
  chatbotId: z.string().nullable(),
  agentId: z.string().nullable(),
  /** Why nothing answers. */
  reason: SilenceReason.nullable(),
})
export type BotTrial = z.infer<typeof BotTrial>

const BotTrialWire = z.object({
  answer: z.string().nullable(),
  responder: TrialResponder.nullable(),
  chatbot_id: z.string().nullable(),
  agent_id: z.string().nullable(),
  reason: SilenceReason.nullable(),
  reason_text: z.string().nullable(),
})

export const BotTrialJson = z.codec(BotTrialWire, BotTrial, {
  decode: ({ answer, responder, chatbot_id, agent_id, reason }) => ({
    ...{ answer, responder, reason },
    chatbotId: chatbot_id,
    agentId: agent_id,
  }),
  encode: ({ answer, responder, chatbotId, agentId, reason }) => ({
    ...{ answer, responder, reason },
    chatbot_id: chatbotId,
    agent_id: agentId,
    reason_text: reason && silenceSentences[reason],
  }),
})
