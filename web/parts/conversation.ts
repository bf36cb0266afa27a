import { consoleRoutes } from '#contract/console-routes.ts'
import { phoneJid } from '#contract/jid.ts'

/** The chat's address with a phone; written out, since what knows it would come along with the first screen. */
export function conversationOf(deviceId: string, phone: string): string {
  return conversationAt({ gatewayId: 'own', instance: deviceId, remoteJid: phoneJid(phone) })
}

export function conversationAt({
  gatewayId,
  instance,
  remoteJid,
}: {
  readonly gatewayId: string
  readonly instance: string
  readonly remoteJid: string
}): string {
  const query = new URLSearchParams({ instancia: `${gatewayId}:${instance}`, contato: remoteJid })
  return `${consoleRoutes.chat}?${query}`
}
