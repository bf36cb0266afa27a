import { z } from 'zod'
import { CHAT_SEARCH_LENGTH } from '../limits.ts'
import { WebhookMessageJson } from './chat.ts'
import { chatFields } from './conversation.ts'
import { beforeFields, edgeOf } from './thread-edge.ts'

/** What is looked for in one chat, and from where on backwards. */
export const ChatSearchQuery = z
  .object({
    ...chatFields,
    q: z
      .string('Informe o que procurar.')
      .trim()
      .min(1, 'Informe o que procurar.')
      .max(CHAT_SEARCH_LENGTH, `A busca aceita até ${CHAT_SEARCH_LENGTH} caracteres.`),
    ...beforeFields,
  })
  .transform(({ instance, evolution_id, remote_jid, q, ...before }) => ({
    instance,
    gatewayId: evolution_id,
    remoteJid: remote_jid,
    text: q,
    edge: edgeOf(before),
  }))

/** What was found in the part that was looked through. */
export const ChatSearchJson = z.object({
  /** The newest first. */
  messages: z.array(WebhookMessageJson),
  /** How many messages were looked through. */
  searched: z.int().min(0),
  /** Where the search goes on; null: the whole chat was looked through. */
  next: z.object({ before_timestamp: z.int().min(0), before_id: z.string() }).nullable(),
})
