import useSWR, { type SWRResponse } from 'swr'
import { gatewayApi } from '#contract/api/gateway-api.ts'
import type { Gateway } from '#contract/gateways/gateway.ts'
import { CHAT_MESSAGES_LIMIT } from '#contract/limits.ts'
import type { CallError } from './calls/call-error.ts'
import { keyOf, read } from './calls/client.ts'
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

/** Instances that have messages, of all gateways; live. */
export function useChatPlaces(
  gateways: readonly Gateway[] | undefined,
): SWRResponse<readonly ChatPlace[], CallError> {
  // Cached under the call's address, so that events about messages refresh it.
  const key =
    gateways &&
    `${keyOf(gatewayApi.listChatInstances, {})}#${gateways.map(({ id }) => id).join(',')}`
  return useSWR<readonly ChatPlace[], CallError>(key ?? null, () => readPlaces(gateways ?? []))
}

async function readPlaces(gateways: readonly Gateway[]): Promise<ChatPlace[]> {
  const lists = await Promise.all(
    gateways.map(async ({ id }) => {
      const names = await read(gatewayApi.listChatInstances, { query: { evolution_id: id } })
      return names.map((instance) => ({ gatewayId: id, instance }))
    }),
  )
  return lists.flat()
}

/** The chats of an instance, newest first; live. */
export function useChatContacts(place: ChatPlace | null) {
  return useCall(
    gatewayApi.listChatContacts,
    place && { query: { instance: place.instance, evolution_id: place.gatewayId } },
  )
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
