import { consoleRoutes } from '#contract/console-routes.ts'
import { phoneJid } from '#contract/jid.ts'

/** The address of the chat with a phone; written out, so that the first screen loads less. */
export function conversationOf(deviceId: string, phone: string, at?: string): string {
  return conversationAt({ gatewayId: 'own', instance: deviceId, remoteJid: phoneJid(phone) }, at)
}

/** @param at the moment to show, in ISO 8601; left out: the newest messages */
export function conversationAt(
  {
    gatewayId,
    instance,
    remoteJid,
  }: {
    readonly gatewayId: string
    readonly instance: string
    readonly remoteJid: string
  },
  at?: string,
): string {
  const query = new URLSearchParams({ instancia: `${gatewayId}:${instance}`, contato: remoteJid })
  if (at !== undefined) query.set('em', at)
  return `${consoleRoutes.chat}?${query}`
}
