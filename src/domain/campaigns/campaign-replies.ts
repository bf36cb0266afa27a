import { AppError } from '../../contract/errors.ts'
import { isPersonJid } from '../../contract/jid.ts'
import { REPLY_TEXT_LENGTH } from '../../contract/limits.ts'
import { readMessageContent, wordlessKinds } from '../../contract/messages/message-content.ts'
import { type Clock, within } from '../clock.ts'
import type { EventOf } from '../engine-events.ts'
import type { DeviceKey, InboundMessage } from '../messenger.ts'
import type { CampaignReply } from '../sending/campaign-reply.ts'
import type { LastMessages } from '../sending/last-messages.ts'
import type { MessageFacts } from '../sending/message-facts.ts'

/** How long an answer waits for the fate of a message that is leaving for its author. */
const PATIENCE_MS = 10_000

export type CampaignReplies = ReturnType<typeof createCampaignReplies>

/**
 * Counts an inbound message as the answer to the newest message that a campaign sent to its author
 * from that device.
 */
export function createCampaignReplies({
  lastMessages,
  messageFacts,
  clock,
  onReply,
  onFault,
}: {
  readonly lastMessages: Pick<LastMessages, 'find' | 'settled'>
  readonly messageFacts: Pick<MessageFacts, 'noteReply' | 'findRecipient'>
  readonly clock: Pick<Clock, 'after'>
  /** Called once the answer is on the disk, and again where the same message is handled again. */
  readonly onReply: (reply: CampaignReply) => Promise<void>
  readonly onFault: (error: unknown, subject: string) => void
}) {
  return { onInbound, findAnswered }

  /**
   * Resolves once the answer is on the disk.
   * @throws AppError `storage_unavailable`: the event has to be handled again
   */
  async function onInbound({ key, message }: EventOf<'inbound'>): Promise<void> {
    if (message.fromMe || !isPersonJid(message.chatJid) || wordlessKinds.has(message.kind)) return
    const fate = lastMessages.settled(key, namesOf(message))
    // A refusal comes within this time. Without one, the answer shows that the message arrived.
    if (fate) await within(clock.after, PATIENCE_MS, fate)
    const place = placeOf(key, message)
    if (!place) return
    try {
      const atMs = Date.parse(message.sentAt)
      const text = shortened(message)
      const noted = await messageFacts.noteReply(place, { atMs, text })
      if (noted) await onReply({ ...noted, text, message })
    } catch (error) {
      // A broken ledger takes no facts: WhatsApp would repeat the message for ever.
      if (!(error instanceof AppError) || error.code !== 'ledger_damaged') throw error
      onFault(error, String(place.campaignNumber))
    }
  }

  /** Which campaign a message answers, and the name and phone that its author has there. */
  async function findAnswered(key: DeviceKey, message: InboundMessage) {
    const place = placeOf(key, message)
    const recipient = place && (await messageFacts.findRecipient(place).catch(() => undefined))
    if (!place || !recipient) return undefined
    const { name, phone } = recipient
    return { campaignId: String(place.campaignNumber), name, phone }
  }

  function placeOf(key: DeviceKey, message: InboundMessage) {
    return lastMessages.find(key, namesOf(message))
  }
}

function namesOf({ phone, lid, remoteJid }: InboundMessage) {
  return { phone, lid, jid: remoteJid }
}

/** The beginning of an answer; of a picture without words, what it is. */
function shortened({ text, content, kind }: InboundMessage): string {
  const whole = text.trim() || readMessageContent(content, kind).shown
  // A character may be two units long, and none is cut in half.
  return [...whole.slice(0, 2 * REPLY_TEXT_LENGTH)].slice(0, REPLY_TEXT_LENGTH).join('')
}
