import type { AnswerOf } from '#contract/api/call.ts'
import { chatApi } from '#contract/api/gateways/chat-api.ts'
import { gatewayApi } from '#contract/api/gateways/gateway-api.ts'
import { CHAT_MESSAGES_LIMIT } from '#contract/limits.ts'
import type { WebhookMessage } from '#contract/messages/chat.ts'
import { read } from './calls/client.ts'
import { useCall } from './calls/use-call.ts'

/** Identifies messages: one instance of one gateway. */
export type ChatPlace = { readonly gatewayId: string; readonly instance: string }

/** The place as one text, for an address. */
export function placeKey({ gatewayId, instance }: ChatPlace): string {
  return `${gatewayId}:${instance}`
}

/** The place that such a text stands for; null for any other text. */
export function placeNamed(key: string): ChatPlace | null {
  const [, gatewayId, instance] = /^([^:]+):(.+)$/.exec(key) ?? []
  return gatewayId && instance ? { gatewayId, instance } : null
}

/** The newest messages of one chat, oldest first; live. */
export function useThread(place: ChatPlace | null, remoteJid: string | null) {
  const isChosen = place !== null && remoteJid !== null
  return useCall(
    gatewayApi.listWebhookMessages,
    isChosen
      ? {
          query: {
            instance: place.instance,
            evolution_id: place.gatewayId,
            remote_jid: remoteJid,
            limit: CHAT_MESSAGES_LIMIT,
          },
        }
      : null,
  )
}

type ChatName = { readonly place: ChatPlace; readonly remoteJid: string }
/** What a message is found by in its thread; without an id, all of its second. */
export type Placed = Pick<WebhookMessage, 'sentAtSeconds'> & { readonly id: string | null }

/** The messages of a chat that stand next to one of them or to a moment, oldest first. */
export async function readBeside(
  { place: { gatewayId, instance }, remoteJid }: ChatName,
  {
    message,
    side,
    limit,
  }: {
    readonly message: Placed
    readonly side: 'before' | 'after'
    readonly limit: number
  },
  signal: AbortSignal,
): Promise<readonly WebhookMessage[]> {
  const chat = { instance, evolution_id: gatewayId, remote_jid: remoteJid, limit }
  const { id, sentAtSeconds } = message
  const edge =
    side === 'before'
      ? { before_timestamp: sentAtSeconds, ...(id !== null && { before_id: id }) }
      : { after_timestamp: sentAtSeconds, ...(id !== null && { after_id: id }) }
  return await read(gatewayApi.listWebhookMessages, { query: { ...chat, ...edge } }, { signal })
}

export type ChatFound = AnswerOf<typeof chatApi.searchChat>

/** Searches a part of a chat, the newest messages first. @param from `next` of the part before */
export async function searchChat(
  { place: { gatewayId, instance }, remoteJid }: ChatName,
  { text, from }: { readonly text: string; readonly from: ChatFound['next'] },
  signal: AbortSignal,
): Promise<ChatFound> {
  const query = { instance, evolution_id: gatewayId, remote_jid: remoteJid, q: text, ...from }
  return await read(chatApi.searchChat, { query }, { signal })
}
