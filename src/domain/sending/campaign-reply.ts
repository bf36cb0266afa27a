import type { InboundMessage } from '../messenger.ts'
import type { Recipient } from './recipient.ts'
import type { LedgerHeader } from './send-ledger.ts'

/** A message that counts as an answer to a campaign's. */
export type NotedReply = {
  readonly header: LedgerHeader
  readonly recipient: Pick<Recipient, 'name' | 'phone'>
  /** Whether it is the person's first answer, the one that is kept. */
  readonly isFirst: boolean
}

/** An answer to a campaign, and the message that it came in. */
export type CampaignReply = NotedReply & {
  /** Its beginning; of a picture without words, what it is. */
  readonly text: string
  readonly message: InboundMessage
}
