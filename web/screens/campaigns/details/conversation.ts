import { consoleRoutes } from '#contract/console-routes.ts'
import { phoneJid } from '#contract/jid.ts'

/** The chat's address; written out, since what knows it would come along with the first screen. */
export function conversationOf(deviceId: string, phone: string): string {
  const place = `own:${deviceId}`
  return `${consoleRoutes.chat}?${new URLSearchParams({ instancia: place, contato: phoneJid(phone) })}`
}
