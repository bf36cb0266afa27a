import { api } from '../contract/api/calls.ts'
import { REPLY_TRIALS_A_MINUTE } from '../contract/limits.ts'
import { type Binding, bind } from './bind.ts'
import { createThrottle } from './requests/throttle.ts'
import type { Services } from './services.ts'

/**
 * Routes of chatbots that answer keywords, of trials of them and of agents, and of their replies.
 */
export function chatbotRoutes({ chatbots, replyTrials, replyLog, now }: Services): Binding[] {
  /** Limits the trials that ask the model service. */
  const questions = createThrottle({ limit: REPLY_TRIALS_A_MINUTE, windowMs: 60_000, now })
  return [
    bind(api.listChatbots, async ({ caller }) => ({
      status: 200,
      body: [...(await chatbots.list(caller.user.id))],
    })),

    bind(api.createChatbot, async ({ caller, body }) => ({
      status: 201,
      body: await chatbots.create(caller.user.id, body),
    })),

    bind(api.toggleChatbot, async ({ caller, params, body }) => ({
      status: 200,
      body: await chatbots.toggle(caller.user.id, params.id, { isActive: body.is_active }),
    })),

    bind(api.updateChatbot, async ({ caller, params, body }) => ({
      status: 200,
      body: await chatbots.update(caller.user.id, params.id, body),
    })),

    bind(api.tryChatbot, async ({ c, caller, body }) => {
      if (body.reply === null) questions.take(caller.user.id)
      const signal = c.req.raw.signal
      return { status: 200, body: await replyTrials.chatbot(caller.user.id, { body, signal }) }
    }),

    ...[api.tryAgent, api.tryAgentShort].map((call) =>
      bind(call, async ({ c, caller, body }) => {
        questions.take(caller.user.id)
        const signal = c.req.raw.signal
        return { status: 200, body: await replyTrials.agent(caller.user.id, { body, signal }) }
      }),
    ),

    bind(api.listBotReplies, async ({ caller, query }) => ({
      status: 200,
      body: [...(await replyLog.list(caller.user.id, query))],
    })),

    bind(api.deleteChatbot, async ({ caller, params }) => {
      await chatbots.remove(caller.user.id, params.id)
      return { status: 204 }
    }),
  ]
}
