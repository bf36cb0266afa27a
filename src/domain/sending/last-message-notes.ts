import type { LastMessages } from './last-messages.ts'
import { isAcceptance, isInDoubt, type RecipientChange, RecipientStatus } from './recipient.ts'
import type { SendTarget } from './run.ts'
import { keyOf, type Run } from './running-campaign.ts'
import { type MessageIds, sentMessage } from './send-ledger.ts'

/** Messages looked at again after a restart: more than a device has on their way at once. */
const LOOKED_AT_AGAIN = 64

/** Notes whom running campaigns write to, so that an answer finds its campaign. */
export function createLastMessageNotes({
  lastMessages,
  messageIds,
}: {
  readonly lastMessages: Pick<LastMessages, 'leaves' | 'stayed' | 'accepted' | 'proved'>
  readonly messageIds: MessageIds
}) {
  return { leaving, changed, resumed }

  function leaving(run: Run, { index, jid, lid }: SendTarget, messageId: string): () => void {
    const { phone } = run.ledger.get(index)
    return lastMessages.leaves(keyOf(run), messageId, { phone, lid, jid })
  }

  /** Notes a message of unknown fate as well: an answer to it shows that it arrived. */
  function changed({ ledger }: Run, change: RecipientChange): void {
    const { status, errorCode } = change.after
    const mayHaveArrived = isAcceptance(change) || isInDoubt(errorCode)
    if (mayHaveArrived) lastMessages.accepted(sentMessage(messageIds, ledger, change))
    else if (status === RecipientStatus.failed || status === RecipientStatus.waiting) {
      const { campaignNumber, deviceKey } = ledger.header
      lastMessages.stayed(deviceKey, messageIds.make(campaignNumber, change.fact.index))
    }
  }

  /** Notes what a crash may have kept from the disk: only the last messages can be among it. */
  function resumed({ ledger }: Run): void {
    const { campaignNumber, deviceKey } = ledger.header
    const from = Math.max(0, ledger.attemptedCount - LOOKED_AT_AGAIN)
    for (let order = from; order < ledger.attemptedCount; order += 1) {
      const index = ledger.attemptedAt(order)
      const { status, jid, sentAtMs } = ledger.get(index)
      if (status !== RecipientStatus.accepted || jid === null) continue
      const messageId = messageIds.make(campaignNumber, index)
      lastMessages.proved({ deviceKey, messageId, jid, atMs: sentAtMs })
    }
  }
}
