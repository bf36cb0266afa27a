import { consoleRoutes } from '#contract/console-routes.ts'
import { phoneJid } from '#contract/jid.ts'

/** The chat's address with a phone; written out, since what knows it would come along with the first screen. */
export function conversationOf(deviceId: string, phone: string, at?: string): string {
  return conversationAt({ gatewayId: 'own', instance: deviceId, remoteJid: phoneJid(phone) }, at)
}

/** @param at when that was said which is to be seen, in ISO 8601; left out: the newest */
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
