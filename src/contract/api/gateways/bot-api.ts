import type { ErrorCode } from '../../errors.ts'
import {
  AgentJson,
  AgentPatchBody,
  ChatbotJson,
  ChatbotPatchBody,
} from '../../gateways/assistant.ts'
import { BotRepliesJson, BotRepliesQuery } from '../../gateways/bot-reply.ts'
import { AgentTrialBody, BotTrialJson, ChatbotTrialBody } from '../../gateways/bot-trial.ts'
import { endpoint } from '../endpoint.ts'

const askErrors = [
  'mistral_not_configured',
  'mistral_key_refused',
  'mistral_refused',
  'mistral_busy',
  'mistral_unavailable',
  'mistral_timeout',
  'agent_replies_exhausted',
  'too_many',
] as const satisfies readonly ErrorCode[]

const agentCalls = {
  update: {
    methods: ['put', 'patch'],
    summary: 'Muda um assistente; o que não vem fica como está.',
    tag: 'Assistentes',
    body: AgentPatchBody,
    answers: { 200: AgentJson },
    errors: [
      'invalid',
      'agent_not_found',
      'mistral_refused',
      'mistral_key_refused',
      'mistral_busy',
      'mistral_unavailable',
    ],
  },
  attempt: {
    methods: ['post'],
    summary: 'O que um assistente responderia, salvo ou não. Nada é enviado.',
    tag: 'Assistentes',
    body: AgentTrialBody,
    answers: { 200: BotTrialJson },
    errors: ['invalid', ...askErrors],
  },
} as const

/** Calls that change chatbots and assistants, try them, and list what they did lately. */
export const botApi = {
  updateAgent: endpoint({ ...agentCalls.update, path: '/api/mistral/agents/{id}' }),
  updateAgentShort: endpoint({ ...agentCalls.update, path: '/mistral/agents/{id}' }),
  tryAgent: endpoint({ ...agentCalls.attempt, path: '/api/mistral/agents/try' }),
  tryAgentShort: endpoint({ ...agentCalls.attempt, path: '/mistral/agents/try' }),
  updateChatbot: endpoint({
    methods: ['put', 'patch'],
    path: '/chatbots/{id}',
    summary: 'Muda um chatbot; o que não vem fica como está.',
    tag: 'Assistentes',
    body: ChatbotPatchBody,
    answers: { 200: ChatbotJson },
    errors: ['invalid', 'chatbot_not_found', 'gateway_not_found'],
  }),
  tryChatbot: endpoint({
    methods: ['post'],
    path: '/chatbots/try',
    summary: 'O que a instância responderia com um chatbot, salvo ou não. Nada é enviado.',
    tag: 'Assistentes',
    body: ChatbotTrialBody,
    answers: { 200: BotTrialJson },
    errors: ['invalid', 'gateway_not_found', 'agent_not_found', ...askErrors],
  }),
  listBotReplies: endpoint({
    methods: ['get'],
    path: '/api/bot-replies',
    summary: 'O que chatbots e assistentes responderam há pouco, ou por que não responderam.',
    tag: 'Assistentes',
    query: BotRepliesQuery,
    answers: { 200: BotRepliesJson },
    errors: ['invalid', 'gateway_not_found', 'chatbot_not_found', 'agent_not_found'],
  }),
} as const
