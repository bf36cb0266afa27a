import { z } from 'zod'
import { isGroupJid } from '../jid.ts'

/** How far a sent message has come: WhatsApp's server, the phone, the reader. */
export const SentStatus = z.enum(['sent', 'delivered', 'read'])
export type SentStatus = z.infer<typeof SentStatus>

/** Progress of a message that was sent earlier. */
export type StatusUpdate = { readonly id: string; readonly status: SentStatus }

const ranks: Readonly<Record<SentStatus, number>> = { sent: 1, delivered: 2, read: 3 }

/** Whether a status leads further: receipts come in any order and more than once. */
export function isFurther(status: SentStatus, than: SentStatus | null): boolean {
  return than === null || ranks[status] > ranks[than]
}

/** Whether one status describes the message: in a group every member has receipts of their own. */
export function hasOneStatus(remoteJid: string): boolean {
  return !isGroupJid(remoteJid)
}

/** WhatsApp's own words and numbers for statuses, which gateways pass on. */
const statuses: Readonly<Record<string, SentStatus>> = {
  SERVER_ACK: 'sent',
  DELIVERY_ACK: 'delivered',
  READ: 'read',
  PLAYED: 'read',
  2: 'sent',
  3: 'delivered',
  4: 'read',
  5: 'read',
}

/** Null for a status that is no progress, such as `PENDING` and `ERROR`. */
export function readSentStatus(given: unknown): SentStatus | null {
  if (typeof given !== 'string' && typeof given !== 'number') return null
  const word = String(given).toUpperCase()
  return Object.hasOwn(statuses, word) ? (statuses[word] ?? null) : null
}

const SentAnswer = z.object({
  key: z.object({ id: z.string().min(1).max(200) }),
  status: z.unknown().optional(),
})

/** Reads a gateway's answer to a text it sent; null where the answer names no message. */
export function readSentAnswer(
  answer: unknown,
): { readonly id: string; readonly status: SentStatus | null } | null {
  const read = SentAnswer.safeParse(answer)
  if (!read.success) return null
  return { id: read.data.key.id, status: readSentStatus(read.data.status) }
}
