import { z } from 'zod'
import { isGroupJid } from '../jid.ts'

/** How far a message of one's own has come: on WhatsApp's server, on the phone, before the eyes. */
export const SentStatus = z.enum(['sent', 'delivered', 'read'])
export type SentStatus = z.infer<typeof SentStatus>

/** News of a message that was sent before. */
export type StatusUpdate = { readonly id: string; readonly status: SentStatus }

const ranks: Readonly<Record<SentStatus, number>> = { sent: 1, delivered: 2, read: 3 }

/** Receipts come in any order, and again: only what leads further is news. */
export function isFurther(status: SentStatus, than: SentStatus | null): boolean {
  return than === null || ranks[status] > ranks[than]
}

/** In a group everybody has receipts of their own, and no one status tells of all. */
export function hasOneStatus(remoteJid: string): boolean {
  return !isGroupJid(remoteJid)
}

/** WhatsApp's own words and numbers, which gateways pass on. */
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

/** Null for what tells of no progress, such as `PENDING` and `ERROR`. */
export function readSentStatus(given: unknown): SentStatus | null {
  if (typeof given !== 'string' && typeof given !== 'number') return null
  const word = String(given).toUpperCase()
  return Object.hasOwn(statuses, word) ? (statuses[word] ?? null) : null
}

const SentAnswer = z.object({
  key: z.object({ id: z.string().min(1).max(200) }),
  status: z.unknown().optional(),
})

/** What a gateway answers to a text that it sent; null where it says nothing of a message. */
export function readSentAnswer(
  answer: unknown,
): { readonly id: string; readonly status: SentStatus | null } | null {
  const read = SentAnswer.safeParse(answer)
  if (!read.success) return null
  return { id: read.data.key.id, status: readSentStatus(read.data.status) }
}
