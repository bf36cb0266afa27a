import { AppError } from '../../contract/errors.ts'
import type { Chatbot, ChatbotBody } from '../../contract/gateways/assistant.ts'
import { toIso } from '../clock.ts'
import type { Gateways } from '../gateways/gateways.ts'
import { createSerial } from '../serial.ts'
import type { OwnedStore } from '../store.ts'

export type Chatbots = ReturnType<typeof createChatbots>

/** Chatbots of users, each for one instance. */
export function createChatbots({
  store,
  resolveGateway,
  newId,
  now,
}: {
  readonly store: OwnedStore<Chatbot>
  readonly resolveGateway: Gateways['resolve']
  readonly newId: () => string
  /** Epoch milliseconds. */
  readonly now: () => number
}) {
  const serially = createSerial()

  return { list: store.list, create, toggle, remove, removeOf }

  async function create(userId: string, body: ChatbotBody): Promise<Chatbot> {
    const chatbot = {
      ...body,
      gatewayId: await resolveGateway(userId, body.gatewayId),
      id: newId(),
      createdAt: toIso(now()),
    }
    await store.save(userId, chatbot)
    return chatbot
  }

  /** Turns a chatbot on or off; without a value, inverts its state. */
  async function toggle(
    userId: string,
    id: string,
    { isActive }: { readonly isActive: boolean | undefined },
  ): Promise<Chatbot> {
    return serially(`${userId}/${id}`, async () => {
      const chatbot = await store.find(userId, id)
      if (!chatbot) throw new AppError('chatbot_not_found', id)
      const changed = { ...chatbot, isActive: isActive ?? !chatbot.isActive }
      await store.save(userId, changed)
      return changed
    })
  }

  /** Removes the chatbots of a gateway that was removed. */
  async function removeOf(userId: string, gatewayId: string): Promise<void> {
    const own = (await store.list(userId)).filter((each) => each.gatewayId === gatewayId)
    for (const { id } of own) await store.remove(userId, id)
  }

  async function remove(userId: string, id: string): Promise<void> {
    const wasThere = await serially(`${userId}/${id}`, () => store.remove(userId, id))
    if (!wasThere) throw new AppError('chatbot_not_found', id)
  }
}
