import type { ErrorCode } from '../../errors.ts'
import {
  AgentBody,
  AgentJson,
  AgentsJson,
  AssistantActiveBody,
  AssistantLinkBody,
  AssistantLinkJson,
  AssistantLinksJson,
  ChatbotBody,
  ChatbotJson,
  ChatbotsJson,
  ModelsJson,
  ToggleBody,
} from '../../gateways/assistant.ts'
import { GatewayQuery } from '../../gateways/gateway.ts'
import { endpoint } from '../endpoint.ts'

const links = {
  listAssistantLinks: endpoint({
    methods: ['get'],
    path: '/api/instance-assistants',
    summary: 'Qual assistente responde por qual instância.',
    tag: 'Assistentes',
    answers: { 200: AssistantLinksJson },
    errors: [],
  }),
  linkAssistant: endpoint({
    methods: ['put'],
    path: '/api/instance-assistants',
    summary: 'Liga um assistente a uma instância, ou troca o que está ligado.',
    tag: 'Assistentes',
    body: AssistantLinkBody,
    answers: { 200: AssistantLinkJson },
    errors: ['invalid', 'gateway_not_found'],
  }),
  activateAssistant: endpoint({
    methods: ['patch'],
    path: '/api/instance-assistants/{instance_name}',
    summary: 'Ativa ou desativa o assistente de uma instância.',
    tag: 'Assistentes',
    body: AssistantActiveBody,
    query: GatewayQuery,
    answers: { 200: AssistantLinkJson },
    errors: ['invalid', 'gateway_not_found', 'link_not_found'],
  }),
  unlinkAssistant: endpoint({
    methods: ['delete'],
    path: '/api/instance-assistants/{instance_name}',
    summary: 'Deixa uma instância sem assistente.',
    tag: 'Assistentes',
    query: GatewayQuery,
    answers: { 204: null },
    errors: ['invalid', 'gateway_not_found', 'link_not_found'],
  }),
}

const serviceErrors = [
  'mistral_unavailable',
  'mistral_key_refused',
  'mistral_busy',
] as const satisfies readonly ErrorCode[]

const agentCalls = {
  list: {
    methods: ['get'],
    summary: 'Assistentes.',
    tag: 'Assistentes',
    answers: { 200: AgentsJson },
    errors: serviceErrors,
  },
  create: {
    methods: ['post'],
    summary: 'Cria um assistente.',
    tag: 'Assistentes',
    body: AgentBody,
    answers: { 201: AgentJson },
    errors: ['invalid', 'mistral_refused', ...serviceErrors],
  },
  models: {
    methods: ['get'],
    summary: 'Modelos que um assistente pode usar.',
    tag: 'Assistentes',
    answers: { 200: ModelsJson },
    errors: serviceErrors,
  },
} as const

const agents = {
  listAgents: endpoint({ ...agentCalls.list, path: '/api/mistral/agents' }),
  createAgent: endpoint({ ...agentCalls.create, path: '/api/mistral/agents' }),
  listModels: endpoint({ ...agentCalls.models, path: '/api/mistral/models' }),
  listAgentsShort: endpoint({ ...agentCalls.list, path: '/mistral/agents' }),
  createAgentShort: endpoint({ ...agentCalls.create, path: '/mistral/agents' }),
  listModelsShort: endpoint({ ...agentCalls.models, path: '/mistral/models' }),
}

const chatbots = {
  listChatbots: endpoint({
    methods: ['get'],
    path: '/chatbots',
    summary: 'Chatbots, do mais novo para o mais antigo.',
    tag: 'Assistentes',
    answers: { 200: ChatbotsJson },
    errors: [],
  }),
  createChatbot: endpoint({
    methods: ['post'],
    path: '/chatbots',
    summary: 'Cria um chatbot, que responde a palavras-chave.',
    tag: 'Assistentes',
    body: ChatbotBody,
    answers: { 201: ChatbotJson },
    errors: ['invalid', 'gateway_not_found'],
  }),
  toggleChatbot: endpoint({
    methods: ['post', 'put', 'patch'],
    path: '/chatbots/{id}/toggle',
    summary: 'Ativa ou desativa um chatbot.',
    tag: 'Assistentes',
    body: ToggleBody,
    answers: { 200: ChatbotJson },
    errors: ['invalid', 'chatbot_not_found'],
  }),
  deleteChatbot: endpoint({
    methods: ['delete'],
    path: '/chatbots/{id}',
    summary: 'Exclui um chatbot.',
    tag: 'Assistentes',
    answers: { 204: null },
    errors: ['chatbot_not_found'],
  }),
}

/** Calls about what answers messages: assistants, their links to instances, and chatbots. */
export const assistantApi = { ...links, ...agents, ...chatbots } as const
