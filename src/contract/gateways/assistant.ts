import { z } from 'zod'
import {
  INSTRUCTIONS_MAX_LENGTH,
  KEYWORD_MAX_LENGTH,
  KEYWORDS_MAX_COUNT,
  NAME_MAX_LENGTH,
  TEXT_MAX_LENGTH,
} from '../limits.ts'
import { GatewayId, InstanceName } from './gateway.ts'

const Name = z
  .string('Informe o nome.')
  .trim()
  .min(1, 'Informe o nome.')
  .max(NAME_MAX_LENGTH, 'O nome é longo demais.')

const Id = z.string().min(1).max(200)

/** Ids and names of models become part of a request to their service. */
const ModelName = z
  .string('Escolha o modelo.')
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:/-]{0,119}$/, 'O modelo não é válido.')

export const AgentBody = z.object({
  name: Name,
  instructions: z
    .string('Informe as instruções.')
    .trim()
    .min(1, 'Informe as instruções.')
    .max(INSTRUCTIONS_MAX_LENGTH, 'As instruções são longas demais.'),
  model: ModelName,
})
export type AgentBody = z.infer<typeof AgentBody>

/** What is left out stays as it is. */
export const AgentPatchBody = AgentBody.partial()
export type AgentPatchBody = z.infer<typeof AgentPatchBody>

export const Agent = z.object({
  id: z.string(),
  name: z.string(),
  instructions: z.string(),
  model: z.string(),
  createdAt: z.iso.datetime(),
})
export type Agent = z.infer<typeof Agent>

const AgentWire = z.object({
  id: z.string(),
  name: z.string(),
  instructions: z.string(),
  model: z.string(),
  created_at: z.iso.datetime(),
})

export const AgentJson = z.codec(AgentWire, Agent, {
  decode: ({ created_at, ...same }) => ({ ...same, createdAt: created_at }),
  encode: ({ createdAt, ...same }) => ({ ...same, created_at: createdAt }),
})
export const AgentsJson = z.array(AgentJson)

export const Model = z.object({ id: z.string(), name: z.string() })
export type Model = z.infer<typeof Model>
export const ModelsJson = z.array(Model)

/** The service's public models, listed when the service cannot be asked. */
export const publicModels: readonly Model[] = [
  { id: 'mistral-large-latest', name: 'Mistral Large' },
  { id: 'mistral-medium-latest', name: 'Mistral Medium' },
  { id: 'mistral-small-latest', name: 'Mistral Small' },
  { id: 'magistral-medium-latest', name: 'Magistral Medium' },
  { id: 'magistral-small-latest', name: 'Magistral Small' },
  { id: 'ministral-8b-latest', name: 'Ministral 8B' },
  { id: 'ministral-3b-latest', name: 'Ministral 3B' },
  { id: 'open-mistral-nemo', name: 'Mistral Nemo' },
]

/** The assistant that answers for an instance. */
export const AssistantLink = z.object({
  gatewayId: z.string(),
  instanceName: z.string(),
  agentId: z.string(),
  isActive: z.boolean(),
  updatedAt: z.iso.datetime(),
})
export type AssistantLink = z.infer<typeof AssistantLink>

const AssistantLinkWire = z.object({
  evolution_id: z.string(),
  instance_name: z.string(),
  assistant_id: z.string(),
  is_active: z.boolean(),
  updated_at: z.iso.datetime(),
})

export const AssistantLinkJson = z.codec(AssistantLinkWire, AssistantLink, {
  decode: ({ evolution_id, instance_name, assistant_id, is_active, updated_at }) => ({
    gatewayId: evolution_id,
    instanceName: instance_name,
    agentId: assistant_id,
    isActive: is_active,
    updatedAt: updated_at,
  }),
  encode: ({ gatewayId, instanceName, agentId, isActive, updatedAt }) => ({
    evolution_id: gatewayId,
    instance_name: instanceName,
    assistant_id: agentId,
    is_active: isActive,
    updated_at: updatedAt,
  }),
})
export const AssistantLinksJson = z.array(AssistantLinkJson)

export const AssistantLinkBody = z
  .object({
    evolution_id: GatewayId.optional(),
    instance_name: InstanceName,
    assistant_id: z.string('Escolha o assistente.').pipe(Id),
    is_active: z.boolean('Informe true ou false.').default(true),
  })
  .transform(({ evolution_id, instance_name, assistant_id, is_active }) => ({
    gatewayId: evolution_id,
    instanceName: instance_name,
    agentId: assistant_id,
    isActive: is_active,
  }))
export type AssistantLinkBody = z.infer<typeof AssistantLinkBody>

export const AssistantActiveBody = z
  .object({ evolution_id: GatewayId.optional(), is_active: z.boolean('Informe true ou false.') })
  .transform(({ evolution_id, is_active }) => ({ gatewayId: evolution_id, isActive: is_active }))

/** Answers texts that hold one of its keywords, with a fixed reply or through an agent. */
export const Chatbot = z.object({
  id: z.string(),
  name: z.string(),
  gatewayId: z.string(),
  instanceName: z.string(),
  keywords: z.array(z.string()),
  reply: z.string().nullable(),
  agentId: z.string().nullable(),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type Chatbot = z.infer<typeof Chatbot>

const ChatbotWire = z.object({
  id: z.string(),
  name: z.string(),
  evolution_id: z.string(),
  instance_name: z.string(),
  keywords: z.array(z.string()),
  reply: z.string().nullable(),
  agent_id: z.string().nullable(),
  is_active: z.boolean(),
  created_at: z.iso.datetime(),
})

export const ChatbotJson = z.codec(ChatbotWire, Chatbot, {
  decode: ({ evolution_id, instance_name, agent_id, is_active, created_at, ...same }) => ({
    ...same,
    gatewayId: evolution_id,
    instanceName: instance_name,
    agentId: agent_id,
    isActive: is_active,
    createdAt: created_at,
  }),
  encode: ({ gatewayId, instanceName, agentId, isActive, createdAt, ...same }) => ({
    ...same,
    evolution_id: gatewayId,
    instance_name: instanceName,
    agent_id: agentId,
    is_active: isActive,
    created_at: createdAt,
  }),
})
export const ChatbotsJson = z.array(ChatbotJson)

/** A chatbot's fields as they are written. */
export const ChatbotFields = z.object({
  name: Name,
  evolution_id: GatewayId.optional(),
  instance_name: InstanceName,
  keywords: z
    .array(
      z
        .string('A palavra-chave não é válida.')
        .trim()
        .min(1, 'A palavra-chave está vazia.')
        .max(KEYWORD_MAX_LENGTH, 'A palavra-chave é longa demais.'),
      'Informe as palavras-chave.',
    )
    .min(1, 'Informe pelo menos uma palavra-chave.')
    .max(KEYWORDS_MAX_COUNT, `São aceitas até ${KEYWORDS_MAX_COUNT} palavras-chave.`),
  reply: z.string().trim().max(TEXT_MAX_LENGTH, 'A resposta é longa demais.').nullish(),
  agent_id: Id.nullish(),
  is_active: z.boolean('Informe true ou false.'),
})

/** A chatbot without an answer would only be silent. */
export const hasAnswer = {
  holds: ({
    reply,
    agent_id,
  }: {
    readonly reply?: string | null | undefined
    readonly agent_id?: string | null | undefined
  }) => Boolean(reply) || Boolean(agent_id),
  otherwise: { path: ['reply'], error: 'Informe a resposta ou o assistente que responde.' },
}

export const ChatbotBody = ChatbotFields.extend({
  is_active: ChatbotFields.shape.is_active.default(true),
})
  .refine(hasAnswer.holds, hasAnswer.otherwise)
  .transform(({ evolution_id, instance_name, agent_id, is_active, reply, ...same }) => ({
    ...same,
    gatewayId: evolution_id,
    instanceName: instance_name,
    reply: reply || null,
    agentId: agent_id ?? null,
    isActive: is_active,
  }))
export type ChatbotBody = z.infer<typeof ChatbotBody>

/**
 * What is left out stays as it is; but a reply takes the place of an assistant, and an assistant
 * that of a reply.
 */
export const ChatbotPatchBody = ChatbotFields.partial()
export type ChatbotPatchBody = z.infer<typeof ChatbotPatchBody>

/** Leaving out `is_active` inverts the state. */
export const ToggleBody = z.object({ is_active: z.boolean('Informe true ou false.').optional() })
