import { AppError } from '../../contract/errors.ts'
import { AUTHOR_UNKNOWN } from '../../contract/gateways/evolution-recipient.ts'
import { OWN_GATEWAY_ID } from '../../contract/gateways/gateway.ts'
import type { StoredMessage, WebhookMessageStore } from '../webhooks/webhook-message-store.ts'

export type MessageSearch = Pick<WebhookMessageStore, 'search'>

type Named = { readonly instance: string; readonly remoteJid: string; readonly messageId: string }

/** Finds a message of an instance's own threads. */
export async function findMessage(
  { search }: MessageSearch,
  userId: string,
  { instance, remoteJid, messageId }: Named,
): Promise<StoredMessage | undefined> {
  const place = { gatewayId: OWN_GATEWAY_ID, instance, remoteJid }
  return (await search(userId, { ...place, id: messageId, skip: 0, limit: 1 })).messages[0]
}

/** Without its author, phones find no message of a group. @throws AppError `invalid` */
export function authorOf(message: StoredMessage | undefined, path: string): string {
  if (message?.author !== undefined) return message.author
  const details = [{ path, message: AUTHOR_UNKNOWN }]
  throw new AppError('invalid', 'a message of a group without its author', { details })
}
