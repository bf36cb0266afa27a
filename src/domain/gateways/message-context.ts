import { AppError } from '../../contract/errors.ts'
import type { ContextFields } from '../../contract/gateways/evolution-context.ts'
import { isGroupJid, isLidJid, phoneJid, withoutPhoneServer } from '../../contract/jid.ts'
import { TEXT_MAX_LENGTH } from '../../contract/limits.ts'
import { readMessageContent } from '../../contract/messages/message-content.ts'
import { parsePhone } from '../../contract/phones/phone-number.ts'
import type { MessageContext, QuotedMessage } from '../message-content.ts'
import { nameOf, readAddressee } from '../sending/direct/addressee.ts'
import type { StoredMessage } from '../webhooks/webhook-message-store.ts'
import type { Instance } from './evolution.ts'
import { authorOf, findMessage, type MessageSearch } from './group-authors.ts'

/** Reads what a message that a gateway's client sends answers, and whom it names. */
export function createMessageContexts({ messages }: { readonly messages: MessageSearch }) {
  return { read }

  /**
   * @throws AppError `invalid` for a mention that is no number, and for a quoted message of a group
   * whose author is not known
   */
  async function read(
    userId: string,
    { record, device }: Instance,
    { number, quoted, mentioned }: ContextFields & { readonly number: string },
  ): Promise<MessageContext | undefined> {
    if (!quoted && !mentioned?.length) return undefined
    const mentionedJids = (mentioned ?? []).map(mentionedJid)
    if (!quoted) return { quoted: null, mentionedJids }
    const { key } = quoted
    const remoteJid = jidOf(key.remoteJid || number)
    const place = { instance: record.id, remoteJid, messageId: key.id }
    const kept = await findMessage(messages, userId, place)
    // Empty for a message that is not kept here: WhatsApp leads to it without showing it.
    const text = quoted.message
      ? readMessageContent(quoted.message, null).shown
      : (kept?.content ?? '')
    const shown = text.slice(0, TEXT_MAX_LENGTH)
    const isOwn = key.fromMe ?? kept?.isFromMe ?? false
    const participant = isOwn ? phoneJid(device.phone ?? '') : writerOf(key, remoteJid, kept)
    const answered: QuotedMessage = { messageId: key.id, participant, text: shown }
    return { quoted: answered, mentionedJids }
  }
}

function writerOf(
  { participant }: NonNullable<ContextFields['quoted']>['key'],
  remoteJid: string,
  kept: StoredMessage | undefined,
): string {
  if (participant) return jidOf(participant)
  return isGroupJid(remoteJid) ? authorOf(kept, 'quoted.key.participant') : remoteJid
}

function mentionedJid(written: string, index: number): string {
  const jid = jidOf(written)
  if (isLidJid(jid) || parsePhone(withoutPhoneServer(jid)).ok) return jid
  const details = [{ path: `mentioned.${index}`, message: 'O número mencionado não é válido.' }]
  throw new AppError('invalid', 'no number to mention', { details })
}

/** The jid of somebody as a caller names them: by a phone in any form, or by a jid. */
export function jidOf(written: string): string {
  const number = withoutPhoneServer(written.trim())
  if (number.includes('@')) return number
  const parsed = parsePhone(number)
  return phoneJid(parsed.ok ? parsed.phone : number.replace(/\D/g, ''))
}

/** The addressee of a message, as `DirectSends` takes it. @throws AppError `invalid_phone` */
export function addresseeOf(number: string): string {
  if (isGroupJid(number)) return number
  return nameOf(readAddressee(withoutPhoneServer(number), 'number'))
}
