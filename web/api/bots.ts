import type { z } from 'zod'
import { botApi } from '#contract/api/gateways/bot-api.ts'
import type { AgentTrialBody, BotTrial, ChatbotTrialBody } from '#contract/gateways/bot-trial.ts'
import { call } from './calls/client.ts'
import { useCall } from './calls/use-call.ts'

/** The chatbot, assistant or instance whose replies are asked for. */
export type RepliesOf =
  | { readonly evolution_id: string; readonly instance: string }
  | { readonly chatbot_id: string }
  | { readonly agent_id: string }

/** What chatbots and assistants answered lately, or why not; newest first. */
export function useBotReplies(of: RepliesOf) {
  return useCall(botApi.listBotReplies, { query: { ...of } })
}

/** What a chatbot would answer as its form shows it. */
export function tryChatbot(body: z.input<typeof ChatbotTrialBody>): Promise<BotTrial> {
  return call(botApi.tryChatbot, { body })
}

/** What an assistant would answer as its form shows it. */
export function tryAgent(body: AgentTrialBody): Promise<BotTrial> {
  return call(botApi.tryAgent, { body })
}
