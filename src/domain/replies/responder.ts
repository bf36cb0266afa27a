import { foldText } from '../../contract/fold.ts'
import type { AssistantLink, Chatbot } from '../../contract/gateways/assistant.ts'
import { OWN_GATEWAY_ID } from '../../contract/gateways/gateway.ts'
import { isPersonJid } from '../../contract/jid.ts'
import { REPLIES_PER_CONTACT_AN_HOUR } from '../../contract/limits.ts'
import { readOptOut } from '../../contract/optouts/opt-out-words.ts'

/** The chatbot or agent that answers a message. */
export type Responder =
  | { readonly kind: 'text'; readonly chatbotId: string; readonly text: string }
  | { readonly kind: 'agent'; readonly chatbotId: string | null; readonly agentId: string }

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
 * Whether a message is a text from one other person: only such messages are answered. Who asks a
 * device of ours for no more messages gets the confirmation of that, and nothing else.
 */
export function isAnswerable({
  gatewayId,
  remoteJid,
  isFromMe,
  text,
}: Pick<InboundText, 'gatewayId' | 'remoteJid' | 'isFromMe' | 'text'>): boolean {
  if (!isPersonJid(remoteJid) || isFromMe || text === null || fold(text) === '') return false
  return gatewayId !== OWN_GATEWAY_ID || readOptOut(text) !== 'leave'
}

/**
 * Chooses what answers an inbound text: the oldest active chatbot of the instance whose keyword is
 * in it (without case and accents), else the instance's active assistant. Null where nothing may
 * answer.
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
}): Responder | null {
  const { remoteJid, lid, text } = message
  const isSelf = [remoteJid, lid].some((jid) => jid !== null && ownJids.includes(jid))
  if (isSelf || text === null || !isAnswerable(message)) return null
  if (messagesInLastHour > REPLIES_PER_CONTACT_AN_HOUR) return null

  const chatbot = chatbots.findLast((each) => isMeant(each, message) && hasKeyword(each, text))
  if (chatbot?.reply) return { kind: 'text', chatbotId: chatbot.id, text: chatbot.reply }
  if (chatbot?.agentId) {
    return { kind: 'agent', chatbotId: chatbot.id, agentId: chatbot.agentId }
  }
  const answers =
    link?.isActive === true &&
    link.gatewayId === message.gatewayId &&
    link.instanceName === message.instance
  return answers ? { kind: 'agent', chatbotId: null, agentId: link.agentId } : null
}

function isMeant(chatbot: Chatbot, { gatewayId, instance }: InboundText): boolean {
  const isHere = chatbot.gatewayId === gatewayId && chatbot.instanceName === instance
  return chatbot.isActive && isHere
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
