import { gatewayApi } from '#contract/api/gateways/gateway-api.ts'
import { CHAT_MESSAGES_LIMIT } from '#contract/limits.ts'
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
