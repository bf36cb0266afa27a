import type { Messenger, SendOutcome } from '../messenger.ts'
import { contentFor } from './personal-content.ts'
import type { SendFact } from './recipient.ts'
import type { Next } from './recipient-queue.ts'
import { keyOf, type Run } from './running-campaign.ts'
import type { MessageIds } from './send-ledger.ts'
import { textAt } from './variants.ts'

export type Delivered = {
  readonly outcome: SendOutcome
  /** Whether WhatsApp has the text that goes before a file, so that only the file is missing. */
  readonly isTextSent: boolean
}

/**
 * Sends one recipient what the campaign has for them: one message, or a text and then the file that
 * WhatsApp shows no caption of. Each of the two has an id of its own that is always the same, and
 * the text's acceptance is a fact of the ledger: a repeat sends what is missing, or both again
 * under their ids, which count once.
 */
export function createDelivery({
  messenger,
  messageIds,
  record,
}: {
  readonly messenger: Pick<Messenger, 'send'>
  readonly messageIds: MessageIds
  /** Never rejects. */
  readonly record: (run: Run, fact: SendFact) => Promise<void>
}) {
  return async (
    run: Run,
    next: Extract<Next, { kind: 'send' }>,
    messageId: string,
  ): Promise<Delivered> => {
    const { index, jid, isRepeat } = next
    const { campaignNumber } = run.ledger.header
    const row = run.ledger.get(index)
    const { before, content } = contentFor(row, {
      text: textAt(run.ledger.header, index),
      knownFields: run.knownFields,
      media: run.media,
    })
    const key = keyOf(run)
    const unwanted = run.hours.signal()
    if (before === null) {
      const outcome = await messenger.send(key, { messageId, jid, content, isRepeat }, unwanted)
      return { outcome, isTextSent: false }
    }
    if (!row.isTextSent) {
      const textId = messageIds.make(campaignNumber, index, 'text')
      // Nothing leaves before the file is uploaded: the text alone would be half a message.
      const uploadFirst = content.media
      const first = { messageId: textId, jid, content: before, isRepeat, uploadFirst }
      const outcome = await messenger.send(key, first, unwanted)
      if (outcome.kind !== 'accepted') return { outcome, isTextSent: false }
      await record(run, { type: 'text_accepted', index, atMs: Date.parse(outcome.at) })
    }
    // Sent without the signal: no stop and no closing window may part the file from its text.
    const outcome = await messenger.send(key, { messageId, jid, content, isRepeat })
    return { outcome, isTextSent: true }
  }
}
