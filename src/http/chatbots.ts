import { api } from '../contract/api/calls.ts'
import { type Binding, bind } from './bind.ts'
import type { Services } from './services.ts'

/** Chatbots that answer keywords. */
export function chatbotRoutes({ chatbots }: Services): Binding[] {
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

    bind(api.deleteChatbot, async ({ caller, params }) => {
      await chatbots.remove(caller.user.id, params.id)
      return { status: 204 }
    }),
  ]
}
