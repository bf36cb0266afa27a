import { z } from 'zod'
import { assistantApi } from '../../contract/api/gateways/assistant-api.ts'
import { botApi } from '../../contract/api/gateways/bot-api.ts'
import { formatPhone } from '../../contract/display.ts'
import {
  BotRepliesJson,
  type BotReply,
  silenceSentences,
} from '../../contract/gateways/bot-reply.ts'
import { phoneOfJid } from '../../contract/jid.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { getAgent, getChatbot } from '../terminal/choose.ts'
import { formatTime } from '../terminal/format.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { formatTable } from '../terminal/table.ts'

export type RepliesOptions = CommonOptions & {
  readonly instance?: string
  readonly chatbot?: string
  readonly assistant?: string
  readonly limit?: number
}

const names = { instance: '--instance', limit: '--limit' }

/** What chatbots and assistants answered lately, or why they did not. */
export async function listReplies(
  context: Context,
  { instance, chatbot, assistant, limit }: RepliesOptions,
): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const query = {
    ...(instance !== undefined && { instance }),
    ...(chatbot !== undefined && { chatbot_id: (await getChatbot(client, chatbot)).id }),
    ...(assistant !== undefined && { agent_id: (await getAgent(client, assistant)).id }),
    ...(limit !== undefined && { limit }),
  }
  const replies = await namingOptions(names, () => client.call(botApi.listBotReplies, { query }))
  const chatbots = replies.some(({ chatbotId }) => chatbotId !== null)
    ? await client.call(assistantApi.listChatbots, {})
    : []
  context.terminal.answer(z.encode(BotRepliesJson, replies), () =>
    replies.length === 0
      ? 'Nenhuma mensagem chegou a um chatbot ou assistente ainda.'
      : formatTable(context.terminal, replies, [
          { header: 'Quando', value: ({ at }: BotReply) => formatTime(at), dropRank: 3 },
          { header: 'Pessoa', value: personOf, shrinksTo: 14 },
          { header: 'Mensagem', value: ({ heard }) => heard, shrinksTo: 14 },
          { header: 'Resposta', value: outcomeOf, shrinksTo: 24 },
          {
            header: 'Quem responde',
            value: (reply) => responderOf(reply, chatbots),
            shrinksTo: 12,
            dropRank: 2,
          },
          {
            header: 'Instância',
            value: ({ instanceName }) => instanceName,
            shrinksTo: 10,
            dropRank: 4,
          },
        ]),
  )
  return ExitCode.done
}

function personOf({ pushName, remoteJid }: BotReply): string {
  const phone = phoneOfJid(remoteJid)
  return [pushName, phone && formatPhone(phone)].filter(Boolean).join(' ') || remoteJid
}

function outcomeOf({ answer, reason }: BotReply): string {
  if (answer !== null) return answer
  return reason === null ? '–' : `(sem resposta) ${silenceSentences[reason]}`
}

function responderOf(
  { chatbotId, agentId }: BotReply,
  chatbots: readonly { readonly id: string; readonly name: string }[],
): string {
  const chatbot = chatbots.find(({ id }) => id === chatbotId)
  if (chatbot) return chatbot.name
  if (chatbotId !== null) return 'chatbot excluído'
  return agentId === null ? '–' : 'assistente'
}
