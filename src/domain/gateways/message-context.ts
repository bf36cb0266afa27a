import { AppError } from '../../contract/errors.ts'
import type { ContextFields } from '../../contract/gateways/evolution-context.ts'
import { OWN_GATEWAY_ID } from '../../contract/gateways/gateway.ts'
import { isGroupJid, isLidJid, phoneJid, withoutPhoneServer } from '../../contract/jid.ts'
import { TEXT_MAX_LENGTH } from '../../contract/limits.ts'
import { readMessageContent } from '../../contract/messages/message-content.ts'
import { parsePhone } from '../../contract/phones/phone-number.ts'
import type { MessageContext, QuotedMessage } from '../message-content.ts'
import { nameOf, readAddressee } from '../sending/direct/addressee.ts'
import type { WebhookMessageStore } from '../webhooks/webhook-messages.ts'
import type { Instance } from './evolution.ts'

/** A quoted message is looked for among so many of its chat. */
const SEARCHED_MESSAGES = 200

/** Reads what a message that a gateway's client sends answers, and whom it names. */
export function createMessageContexts({
  messages,
}: {
  readonly messages: Pick<WebhookMessageStore, 'list'>
}) {
  return { read }

  /** @throws AppError `invalid` for somebody mentioned who is no number */
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
    const text = quoted.message
      ? readMessageContent(quoted.message, null).shown
      : await textIn(userId, { instance: record.id, remoteJid, messageId: key.id })
    const own = phoneJid(device.phone ?? '')
    const participant = key.fromMe ? own : jidOf(key.participant || remoteJid)
    const shown = text.slice(0, TEXT_MAX_LENGTH)
    const answered: QuotedMessage = { messageId: key.id, participant, text: shown }
    return { quoted: answered, mentionedJids }
  }

  /** Empty for one that did not pass here: WhatsApp then leads to the message without showing it. */
  async function textIn(
    userId: string,
    chat: {
      readonly instance: string
      readonly remoteJid: string
      readonly messageId: string
    },
  ): Promise<string> {
    const { instance, remoteJid, messageId } = chat
    const found = await messages.list(userId, {
      gatewayId: OWN_GATEWAY_ID,
      instance,
      remoteJid,
      limit: SEARCHED_MESSAGES,
    })
    return found.find(({ id }) => id === messageId)?.content ?? ''
  }
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

/** Whom a message is for, as `DirectSends` is told. @throws AppError `invalid_phone` */
export function addresseeOf(number: string): string {
  if (isGroupJid(number)) return number
  return nameOf(readAddressee(withoutPhoneServer(number), 'number'))
}
