import { AppError } from '../../contract/errors.ts'
import { REPLY_WINDOW_DAYS } from '../../contract/limits.ts'
import type { CampaignCounters } from '../campaigns/campaign-counters.ts'
import { sameCounts } from '../campaigns/campaign-record.ts'
import type { EventOf } from '../engine-events.ts'
import type { MessageContent } from '../message-content.ts'
import type { ReceiptKind } from '../messenger.ts'
import type { SentMessage } from '../webhooks/thread-messages.ts'
import type { NotedReply } from './campaign-reply.ts'
import type { DirectSendStore } from './direct/direct-message.ts'
import { DIRECT_SEND_NUMBER } from './direct/direct-sends.ts'
import type { MessagePlace } from './last-messages.ts'
import { contentFor, type PersonalContent } from './personal-content.ts'
import { countsOf, isInDoubt, type Recipient, RecipientStatus, type SendFact } from './recipient.ts'
import {
  type FindMedia,
  type LedgerHeader,
  type MessageIds,
  mediaOf,
  type NotableLedger,
  provenMessage,
  type SendLedgers,
} from './send-ledger.ts'
import { textAt } from './variants.ts'

const REPLY_WINDOW_MS = REPLY_WINDOW_DAYS * 24 * 60 * 60_000
/** Times of messages are whole seconds of WhatsApp's clock, which ours may be ahead of. */
const CLOCK_TOLERANCE_MS = 60_000

export type MessageFacts = ReturnType<typeof createMessageFacts>

/** A fact about a message whose campaign and recipient are not known yet. */
export type MessageFact = {
  readonly messageId: string
  readonly type: ReceiptKind | 'accepted'
  readonly atMs: number
}

/** What a campaign sent to one recipient. */
export type CampaignMessage = Pick<LedgerHeader, 'campaignId' | 'userId' | 'deviceKey'> & {
  readonly messageId: string
  readonly recipient: Recipient
  readonly content: MessageContent
}

/**
 * Takes in what arrives about messages sent earlier: receipts, late acknowledgements, and phones
 * that ask for a message again. The message id alone tells the campaign and recipient, whichever
 * device the event came from.
 */
export function createMessageFacts({
  ledgers,
  messageIds,
  counters,
  directSends,
  findMedia,
  onAccepted,
  onSent,
  onFault,
}: {
  readonly ledgers: Pick<SendLedgers, 'exists' | 'withNotable'>
  readonly messageIds: MessageIds
  readonly counters: Pick<CampaignCounters, 'whileWriting' | 'changed' | 'countsOf'>
  readonly directSends: Pick<DirectSendStore, 'note' | 'find'>
  readonly findMedia: FindMedia
  /** Called when a fact proved that a message was accepted, and is on the disk. */
  readonly onAccepted: (sent: SentMessage) => void
  /** The same for a single message. */
  readonly onSent: (sent: SentMessage) => Promise<void>
  readonly onFault: (error: unknown, messageId: string) => void
}) {
  return {
    onReceipt,
    onLateAck,
    note,
    noteReply,
    findRecipient,
    findSent,
    findContent,
    findJid,
    isOfCampaign,
  }

  async function onReceipt(event: EventOf<'receipt'>): Promise<void> {
    const atMs = Date.parse(event.at)
    for (const messageId of event.messageIds) await keep({ messageId, type: event.kind, atMs })
  }

  async function onLateAck({ messageId, at, errorCode }: EventOf<'late_ack'>): Promise<void> {
    if (errorCode === null) await keep({ messageId, type: 'accepted', atMs: Date.parse(at) })
  }

  async function keep(fact: MessageFact): Promise<void> {
    try {
      await note(fact)
    } catch (error) {
      // Drops the fact: WhatsApp would repeat it at every log-in, and a broken ledger takes no
      // facts.
      if (!(error instanceof AppError) || error.code !== 'ledger_damaged') throw error
      onFault(error, fact.messageId)
    }
  }

  /** Records a fact about one of our messages; messages of others are ignored. */
  async function note({ messageId, type, atMs }: MessageFact): Promise<void> {
    const place = messageIds.locate(messageId)
    if (!place) return
    const { campaignNumber, index, part } = place
    if (campaignNumber === DIRECT_SEND_NUMBER) {
      if (await directSends.note(factOf(index, { type, atMs }))) await publishSent(messageId, index)
      return
    }
    await withLedger(campaignNumber, async (ledger) => {
      if (!(await ledger.findAttempted(index))) return
      if (part === undefined) await recordFact(ledger, factOf(index, { type, atMs }))
      // Every fact but `undeliverable` proves that WhatsApp has the text.
      else if (type !== 'undeliverable') {
        await recordFact(ledger, { type: 'text_accepted', index, atMs })
      }
    })
  }

  /**
   * Records the first answer to a campaign's message, if it came within a week of it.
   * @returns the recipient and campaign it belongs to; `undefined` where it is no answer
   * @throws AppError `storage_unavailable`
   */
  async function noteReply(
    { campaignNumber, index }: MessagePlace,
    { atMs, text }: { readonly atMs: number; readonly text: string },
  ): Promise<NotedReply | undefined> {
    return withLedger(campaignNumber, async (ledger) => {
      const recipient = await ledger.findAttempted(index)
      if (!recipient || !isInTime(recipient, atMs)) return undefined
      const { header } = ledger
      const repliedAtMs = Math.max(atMs, recipient.sentAtMs)
      if (recipient.repliedAtMs > 0) {
        // The same answer may be handled again after a crash.
        const isFirst = recipient.repliedAtMs === repliedAtMs && recipient.replyText === text
        return { header, recipient, isFirst }
      }
      await recordFact(ledger, { type: 'replied', index, atMs: repliedAtMs, text })
      return { header, recipient, isFirst: true }
    })
  }

  /** Finds an attempted recipient of a campaign. */
  function findRecipient({ campaignNumber, index }: MessagePlace): Promise<Recipient | undefined> {
    return withLedger(campaignNumber, (ledger) => ledger.findAttempted(index))
  }

  /** Finds a campaign's message to one recipient, and what has become of it. */
  function findSent(place: MessagePlace): Promise<CampaignMessage | undefined> {
    const { campaignNumber, index } = place
    return withLedger(campaignNumber, async (ledger) => {
      const recipient = await ledger.findAttempted(index)
      if (!recipient) return undefined
      const { campaignId, userId, deviceKey } = ledger.header
      const messageId = messageIds.make(campaignNumber, index)
      const { before, content: own } = await contentOf(ledger, { index, recipient })
      // A conversation shows the text with the file, also where they are two messages.
      const content = { ...own, text: before?.text ?? own.text }
      return { campaignId, userId, deviceKey, messageId, recipient, content }
    })
  }

  async function publishSent(messageId: string, index: number): Promise<void> {
    const send = await directSends.find(index)
    if (!send) return
    const { deviceKey, jid, atMs } = send
    await onSent({ deviceKey, messageId, jid, atMs })
  }

  async function recordFact(ledger: NotableLedger, fact: SendFact): Promise<void> {
    await counters.whileWriting(ledger, async () => {
      const change = await ledger.record(fact)
      if (!sameCounts(countsOf(change.before), countsOf(change.after))) {
        counters.changed(ledger, change)
      }
      const sent = provenMessage(messageIds, ledger, change)
      if (sent) onAccepted(sent)
    })
  }

  /** The content of a message as it was sent, for a phone that could not decrypt it. */
  async function findContent(messageId: string): Promise<MessageContent | undefined> {
    const place = messageIds.locate(messageId)
    if (!place) return undefined
    if (place.campaignNumber === DIRECT_SEND_NUMBER) return findDirect(place.index)
    return withLedger(place.campaignNumber, async (ledger) => {
      const recipient = await ledger.findAttempted(place.index)
      if (!recipient) return undefined
      const { before, content } = await contentOf(ledger, { index: place.index, recipient })
      return place.part === 'text' ? (before ?? undefined) : content
    })
  }

  async function contentOf(
    { header }: Pick<NotableLedger, 'header'>,
    { index, recipient }: { readonly index: number; readonly recipient: Recipient },
  ): Promise<PersonalContent> {
    return contentFor(recipient, {
      text: textAt(header, index),
      knownFields: new Set(header.knownFields),
      media: await mediaOf(header, findMedia),
    })
  }

  /** Decides by the id alone: any other question about a message costs a look-up. */
  function isOfCampaign(messageId: string): boolean {
    const place = messageIds.locate(messageId)
    return place !== undefined && place.campaignNumber !== DIRECT_SEND_NUMBER
  }

  /** Finds the recipient of one of our messages. */
  async function findJid(messageId: string): Promise<string | undefined> {
    const place = messageIds.locate(messageId)
    if (!place) return undefined
    if (place.campaignNumber === DIRECT_SEND_NUMBER) {
      return (await directSends.find(place.index))?.jid
    }
    return withLedger(
      place.campaignNumber,
      async (ledger) => (await ledger.findAttempted(place.index))?.jid ?? undefined,
    )
  }

  async function findDirect(index: number): Promise<MessageContent | undefined> {
    const sent = await directSends.find(index)
    if (!sent) return undefined
    const { text, media, context, part } = sent
    const words = { text, ...(context && { context }), ...(part && { part }) }
    if (!media) return { ...words, media: null }
    const { name, kind, fileName } = media
    const file = await findMedia(sent.userId, name)
    return file ? { ...words, media: { ...file, kind, fileName } } : undefined
  }

  async function withLedger<Result>(
    campaignNumber: number,
    work: (ledger: NotableLedger) => Promise<Result>,
  ): Promise<Result | undefined> {
    const campaignId = String(campaignNumber)
    if (!(await ledgers.exists(campaignId))) return undefined
    return ledgers.withNotable(campaignId, counters.countsOf, work)
  }
}

function factOf(index: number, { type, atMs }: Pick<MessageFact, 'type' | 'atMs'>): SendFact {
  if (type !== 'undeliverable') return { type, index, atMs }
  return { type: 'failed', index, code: 'undeliverable', atMs }
}

/** Whether an answer can be one to this message: a recipient that got none cannot answer it. */
function isInTime({ status, errorCode, sentAtMs }: Recipient, atMs: number): boolean {
  const mayHaveArrived = status !== RecipientStatus.failed || isInDoubt(errorCode)
  if (status === RecipientStatus.waiting || !mayHaveArrived) return false
  if (sentAtMs === 0) return true
  return atMs >= sentAtMs - CLOCK_TOLERANCE_MS && atMs <= sentAtMs + REPLY_WINDOW_MS
}
