import { z } from 'zod'
import { assistantApi } from '../../contract/api/gateways/assistant-api.ts'
import { botApi } from '../../contract/api/gateways/bot-api.ts'
import { silenceSentences } from '../../contract/gateways/bot-reply.ts'
import { type BotTrial, BotTrialJson } from '../../contract/gateways/bot-trial.ts'
import type { Client } from '../client.ts'
import { connectSignedIn } from '../connect.ts'
import type { Context } from '../run.ts'
import { getAgent, getChatbot } from '../terminal/choose.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { ExitCode } from '../terminal/outcome.ts'

const names = { text: '<mensagem>' }

/** What a chatbot's instance would answer; fails where nothing would. */
export async function tryChatbot(
  context: Context,
  wanted: string,
  text: string,
): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const { id, gatewayId, instanceName, keywords, reply, agentId } = await getChatbot(client, wanted)
  const trial = await namingOptions(names, () =>
    client.call(botApi.tryChatbot, {
      body: {
        ...{ id, text, keywords, reply },
        ...{ evolution_id: gatewayId, instance_name: instanceName, agent_id: agentId },
      },
    }),
  )
  const responder = await otherResponder(client, trial)
  return answerTrial(context, trial, responder)
}

/** What an assistant would answer; fails where it would not. */
export async function tryAgent(context: Context, wanted: string, text: string): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const { instructions, model } = await getAgent(client, wanted)
  const trial = await namingOptions(names, () =>
    client.call(botApi.tryAgent, { body: { instructions, model, text } }),
  )
  return answerTrial(context, trial, null)
}

function answerTrial({ terminal }: Context, trial: BotTrial, other: string | null): ExitCode {
  const { answer, reason } = trial
  const silence = reason === null ? 'Nada responderia a esta mensagem.' : silenceSentences[reason]
  terminal.answer(z.encode(BotTrialJson, trial), () => {
    if (other === null) return answer ?? silence
    return answer === null ? `Quem responde é ${other}.` : `Quem responde é ${other}:\n${answer}`
  })
  return answer === null && other === null ? ExitCode.failed : ExitCode.done
}

/** Who answers in the place of the chatbot that is tried; null where nobody else does. */
async function otherResponder(
  client: Client,
  { responder, chatbotId, agentId }: BotTrial,
): Promise<string | null> {
  if (responder === 'other') {
    const chatbots = await client.call(assistantApi.listChatbots, {})
    return named('o chatbot', chatbots, chatbotId)
  }
  if (responder !== 'assistant') return null
  return named('o assistente', await client.call(assistantApi.listAgents, {}), agentId)
}

function named(
  what: string,
  all: readonly { readonly id: string; readonly name: string }[],
  wanted: string | null,
): string {
  const found = all.find(({ id }) => id === wanted)
  return found ? `${what} "${found.name}"` : what
}
