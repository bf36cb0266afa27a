import { z } from 'zod'
import { assistantApi } from '../../contract/api/gateways/assistant-api.ts'
import {
  type Agent,
  type Chatbot,
  ChatbotJson,
  ChatbotsJson,
} from '../../contract/gateways/assistant.ts'
import { OWN_GATEWAY_ID } from '../../contract/gateways/gateway.ts'
import type { Client } from '../client.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { getChatbot } from '../terminal/choose.ts'
import { formatTime } from '../terminal/format.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { formatRecord, formatTable } from '../terminal/table.ts'

export type ListOptions = CommonOptions & { readonly instance?: string }

export async function listChatbots(context: Context, { instance }: ListOptions): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const all = await client.call(assistantApi.listChatbots, {})
  const chatbots =
    instance === undefined ? all : all.filter(({ instanceName }) => instanceName === instance)
  const agents = await agentsOf(client, chatbots)
  context.terminal.answer(z.encode(ChatbotsJson, chatbots), () =>
    chatbots.length === 0
      ? noneOf(instance)
      : formatTable(context.terminal, chatbots, [
          { header: 'Nome', value: ({ name }: Chatbot) => name, shrinksTo: 12 },
          { header: 'Instância', value: ({ instanceName }) => instanceName, shrinksTo: 10 },
          {
            header: 'Palavras-chave',
            value: ({ keywords }) => keywords.join(', '),
            shrinksTo: 14,
          },
          { header: 'Resposta', value: (chatbot) => answerOf(chatbot, agents), shrinksTo: 16 },
          { header: 'Ativo', value: ({ isActive }) => (isActive ? 'sim' : 'não') },
        ]),
  )
  return ExitCode.done
}

export async function showChatbot(context: Context, wanted: string): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const chatbot = await getChatbot(client, wanted)
  const agents = await agentsOf(client, [chatbot])
  answerChatbot(context, chatbot, agents)
  return ExitCode.done
}

export function answerChatbot(
  { terminal }: Context,
  chatbot: Chatbot,
  agents: readonly Agent[],
): void {
  const { id, name, gatewayId, instanceName, keywords, isActive, createdAt } = chatbot
  terminal.answer(z.encode(ChatbotJson, chatbot), () =>
    formatRecord(terminal, [
      ['ID', id],
      ['Nome', name],
      ['Instância', instanceName],
      ...(gatewayId === OWN_GATEWAY_ID ? [] : [['Gateway', gatewayId] as const]),
      ['Palavras-chave', keywords.join(', ')],
      ['Resposta', answerOf(chatbot, agents)],
      ['Ativo', isActive ? 'sim' : 'não'],
      ['Criado', formatTime(createdAt)],
    ]),
  )
}

/** The assistants, only where one of these chatbots answers through one. */
export async function agentsOf(
  client: Client,
  chatbots: readonly Chatbot[],
): Promise<readonly Agent[]> {
  const isNeeded = chatbots.some(({ reply, agentId }) => reply === null && agentId !== null)
  return isNeeded ? await client.call(assistantApi.listAgents, {}) : []
}

function answerOf({ reply, agentId }: Chatbot, agents: readonly Agent[]): string {
  if (reply !== null) return reply
  const agent = agents.find(({ id }) => id === agentId)
  return agent ? `assistente ${agent.name}` : 'assistente que não existe mais'
}

function noneOf(instance: string | undefined): string {
  return instance === undefined
    ? 'Nenhum chatbot. Crie um no console, em Chatbots.'
    : `Nenhum chatbot na instância "${instance}".`
}
