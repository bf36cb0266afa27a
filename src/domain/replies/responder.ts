import { foldText } from '../../contract/fold.ts'
import type { AssistantLink, Chatbot } from '../../contract/gateways/assistant.ts'
import type { SilenceReason } from '../../contract/gateways/bot-reply.ts'
import { OWN_GATEWAY_ID } from '../../contract/gateways/gateway.ts'
import { isPersonJid } from '../../contract/jid.ts'
import { REPLIES_PER_CONTACT_AN_HOUR } from '../../contract/limits.ts'
import { readOptOut } from '../../contract/optouts/opt-out-words.ts'

/** The chatbot or agent that answers a message. */
export type Responder =
  | { readonly kind: 'text'; readonly chatbotId: string; readonly text: string }
  | { readonly kind: 'agent'; readonly chatbotId: string | null; readonly agentId: string }

/** Why nobody answers, and the chatbot or agent that would have. */
export type Silence = {
  readonly kind: 'silence'
  readonly reason: SilenceReason
  readonly chatbotId: string | null
  readonly agentId: string | null
}

export type InboundText = {
  readonly gatewayId: string
  readonly instance: string
  readonly remoteJid: string
  /** The LID of the same chat, where it is known. */
  readonly lid: string | null
  readonly isFromMe: boolean
  /** Null where the message has no text. */
  readonly text: string | null
}

/**
 * Why a message is answered by nobody, whatever it says: only texts from one other person are. Who
 * asks a device of ours for no more messages gets the confirmation of that, and nothing else.
 */
export function unanswerableReason({
  gatewayId,
  remoteJid,
  isFromMe,
  text,
}: Pick<InboundText, 'gatewayId' | 'remoteJid' | 'isFromMe' | 'text'>): SilenceReason | null {
  if (!isPersonJid(remoteJid)) return 'group'
  if (isFromMe) return 'own_number'
  if (text === null || fold(text) === '') return 'no_text'
  const isLeaving = gatewayId === OWN_GATEWAY_ID && readOptOut(text) === 'leave'
  return isLeaving ? 'opt_out' : null
}

/**
 * Chooses what answers an inbound text: the oldest active chatbot of the instance whose keyword is
 * in it (without case and accents), else the instance's active assistant.
 */
export function chooseResponder({
  message,
  chatbots,
  link,
  ownJids,
  messagesInLastHour,
}: {
  readonly message: InboundText
  /** Newest first, as they are listed. */
  readonly chatbots: readonly Chatbot[]
  /** The assistant linked to the instance. */
  readonly link: AssistantLink | undefined
  /** Jids of the instance itself, which never answers itself. */
  readonly ownJids: readonly string[]
  /** Texts of this contact to this instance in the last hour, this one included. */
  readonly messagesInLastHour: number
}): Responder | Silence {
  const { remoteJid, lid, text } = message
  const isSelf = [remoteJid, lid].some((jid) => jid !== null && ownJids.includes(jid))
  const reason = isSelf ? 'own_number' : unanswerableReason(message)
  if (reason !== null || text === null) return silent(reason ?? 'no_text')
  if (messagesInLastHour > REPLIES_PER_CONTACT_AN_HOUR) return silent('too_many_messages')

  const meant = chatbots.filter((each) => isOf(each, message) && hasKeyword(each, text))
  const chatbot = meant.findLast(({ isActive }) => isActive)
  if (chatbot?.reply) return { kind: 'text', chatbotId: chatbot.id, text: chatbot.reply }
  if (chatbot?.agentId) {
    return { kind: 'agent', chatbotId: chatbot.id, agentId: chatbot.agentId }
  }
  const linked = link && isOf(link, message) ? link : undefined
  if (linked?.isActive) return { kind: 'agent', chatbotId: null, agentId: linked.agentId }
  const off = meant.at(-1)
  if (off) return { ...silent('chatbot_off'), chatbotId: off.id, agentId: off.agentId }
  return linked ? { ...silent('assistant_off'), agentId: linked.agentId } : silent('no_keyword')
}

function silent(reason: SilenceReason): Silence {
  return { kind: 'silence', reason, chatbotId: null, agentId: null }
}

function isOf(
  each: Pick<Chatbot, 'gatewayId' | 'instanceName'>,
  { gatewayId, instance }: InboundText,
): boolean {
  return each.gatewayId === gatewayId && each.instanceName === instance
}

function hasKeyword({ keywords }: Chatbot, text: string): boolean {
  const folded = fold(text)
  return keywords.some((keyword) => {
    const wanted = fold(keyword)
    return wanted !== '' && folded.includes(wanted)
  })
}

function fold(text: string): string {
  return foldText(text).replace(/\s+/g, ' ').trim()
}
