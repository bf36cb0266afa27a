import type { CampaignCounts } from '../../contract/campaigns/campaign-counts.ts'
import type { SendErrorCode } from '../../contract/campaigns/send.ts'

/**
 * One recipient of a started campaign, and the facts that change it. The ledger stores facts in the
 * order they happened; a recipient is the result of its facts, so that replaying a journal always
 * gives the same result.
 */

/** A recipient as it is frozen when the campaign starts. */
export type Addressee = {
  readonly name: string
  /** E.164 digits. */
  readonly phone: string
  readonly fields?: Readonly<Record<string, string>>
}

export const RecipientStatus = {
  waiting: 'waiting',
  /** The intent is on the disk; the message may have left. */
  sending: 'sending',
  /** WhatsApp's server acknowledged it. */
  accepted: 'accepted',
  failed: 'failed',
} as const
export type RecipientStatus = (typeof RecipientStatus)[keyof typeof RecipientStatus]

export type Recipient = Addressee & {
  readonly status: RecipientStatus
  /** Position among the attempted recipients, from 0; -1 before the first attempt. */
  readonly order: number
  readonly jid: string | null
  readonly attemptCount: number
  readonly errorCode: SendErrorCode | null
  /** WhatsApp's own number for a refusal. */
  readonly refusalCode: number | null
  /** Epoch milliseconds; 0 is "not yet". Numbers rather than text, since a campaign holds many. */
  readonly sentAtMs: number
  readonly deliveredAtMs: number
  readonly readAtMs: number
  readonly repliedAtMs: number
  /** The beginning of the first answer; null where there is none, or its text is not known. */
  readonly replyText: string | null
  /** Whether WhatsApp has the text that goes before the file. */
  readonly isTextSent?: true
}

export type SendFact =
  /** Written and synced before a byte is sent to WhatsApp. */
  | {
      readonly type: 'sending'
      readonly index: number
      readonly messageId: string
      readonly jid: string
      readonly atMs: number
    }
  /** WhatsApp has the text that goes before the file; the file is still to be sent. */
  | { readonly type: 'text_accepted'; readonly index: number; readonly atMs: number }
  | { readonly type: 'accepted'; readonly index: number; readonly atMs: number }
  | {
      readonly type: 'failed'
      readonly index: number
      readonly code: SendErrorCode
      readonly refusalCode?: number
      readonly atMs: number
    }
  /** Certainly not sent, and not because of the recipient: attempted again. */
  | { readonly type: 'returned'; readonly index: number; readonly atMs: number }
  | { readonly type: 'delivered'; readonly index: number; readonly atMs: number }
  | { readonly type: 'read'; readonly index: number; readonly atMs: number }
  | {
      readonly type: 'replied'
      readonly index: number
      readonly atMs: number
      /** Left out in journals of earlier versions. */
      readonly text?: string
    }

/** A recipient before and after a fact. A fact that is known already changes nothing. */
export type RecipientChange = {
  readonly fact: SendFact
  readonly before: Recipient
  readonly after: Recipient
}

export function newRecipient({ name, phone, fields }: Addressee): Recipient {
  const row = {
    name,
    phone,
    status: RecipientStatus.waiting,
    order: -1,
    jid: null,
    attemptCount: 0,
    errorCode: null,
    refusalCode: null,
    sentAtMs: 0,
    deliveredAtMs: 0,
    readAtMs: 0,
    repliedAtMs: 0,
    replyText: null,
  }
  return fields ? { ...row, fields } : row
}

/** Whether no fact has changed a recipient yet, so that the addressee says it all. */
export function isUntouched(row: Recipient): boolean {
  return row.status === RecipientStatus.waiting && row.order < 0 && row.repliedAtMs === 0
}

/**
 * Applies a fact to a recipient. Facts may come late, twice or out of order: a receipt proves an
 * acceptance that was never recorded, and only a report of the recipient's device that it cannot
 * show the message undoes an acceptance.
 * @param nextOrder position given to a recipient that is attempted for the first time
 */
export function applyFact(row: Recipient, fact: SendFact, nextOrder: number): Recipient {
  switch (fact.type) {
    case 'sending':
      return {
        ...row,
        // A receipt may have proved the acceptance before the repeat went out.
        status: row.status === RecipientStatus.accepted ? row.status : RecipientStatus.sending,
        order: row.order < 0 ? nextOrder : row.order,
        jid: fact.jid,
        attemptCount: row.attemptCount + 1,
        errorCode: null,
        refusalCode: null,
      }
    case 'text_accepted':
      return acceptText(row)
    case 'accepted':
      return accept(row, fact.atMs)
    case 'failed':
      if (row.status === RecipientStatus.accepted && !isUndone(row, fact.code)) return row
      return {
        ...row,
        status: RecipientStatus.failed,
        order: row.order < 0 ? nextOrder : row.order,
        errorCode: fact.code,
        refusalCode: fact.refusalCode ?? null,
        sentAtMs: fact.atMs,
      }
    case 'returned':
      if (row.status !== RecipientStatus.sending) return row
      return { ...row, status: RecipientStatus.waiting }
    case 'delivered':
      return deliver(row, fact.atMs)
    case 'read':
      return read(row, fact.atMs)
    case 'replied':
      if (row.repliedAtMs > 0) return row
      // Whoever answers has read the message, also without a receipt that says so.
      return { ...read(row, fact.atMs), repliedAtMs: fact.atMs, replyText: fact.text ?? null }
  }
}

/**
 * Whether a fact may come after a campaign's end: it says what became of a message, and is about no
 * further attempt.
 */
export function isLate(fact: SendFact): boolean {
  if (fact.type === 'failed') return fact.code === 'undeliverable'
  return fact.type !== 'sending' && fact.type !== 'returned'
}

/** The file never leaves before its text is accepted: of a send in doubt the text arrived alone. */
function acceptText(row: Recipient): Recipient {
  if (row.isTextSent) return row
  const { errorCode } = row
  return {
    ...row,
    isTextSent: true,
    errorCode: errorCode && failureCode({ isTextSent: true }, errorCode),
  }
}

/** The code of a failure: where the recipient has the text already, only the file failed. */
export function failureCode(
  { isTextSent }: Pick<Recipient, 'isTextSent'>,
  code: SendErrorCode,
): SendErrorCode {
  return isTextSent && code !== UNDELIVERABLE ? 'half_sent' : code
}

/** Whether a recipient with this failure may have the message, or a part of it. */
export function isInDoubt(code: SendErrorCode | null): boolean {
  return code === 'sem_confirmacao' || code === 'half_sent'
}

const UNDELIVERABLE: SendErrorCode = 'undeliverable'

/** Whether a failure undoes an acceptance: not once a device has shown the message. */
function isUndone({ deliveredAtMs }: Recipient, code: SendErrorCode): boolean {
  return code === UNDELIVERABLE && deliveredAtMs === 0
}

function accept(row: Recipient, atMs: number): Recipient {
  // The recipient's device reported the message undeliverable before the server acknowledged it.
  if (row.errorCode === UNDELIVERABLE) return row
  if (row.status === RecipientStatus.accepted) return row
  return {
    ...row,
    status: RecipientStatus.accepted,
    errorCode: null,
    refusalCode: null,
    sentAtMs: atMs,
  }
}

function deliver(row: Recipient, atMs: number): Recipient {
  // A device that shows the message proves the delivery, whatever another one reported.
  const accepted = accept(row.errorCode === null ? row : { ...row, errorCode: null }, atMs)
  return accepted.deliveredAtMs > 0 ? accepted : { ...accepted, deliveredAtMs: atMs }
}

function read(row: Recipient, atMs: number): Recipient {
  const delivered = deliver(row, atMs)
  return delivered.readAtMs > 0 ? delivered : { ...delivered, readAtMs: atMs }
}

/** Whether a change proves WhatsApp's acceptance: a receipt proves one that was never recorded. */
export function isAcceptance({ before, after }: RecipientChange): boolean {
  return before.status !== RecipientStatus.accepted && after.status === RecipientStatus.accepted
}

/** After these failures a recipient is not written to again unless the caller says so. */
const leftAlone: ReadonlySet<SendErrorCode> = new Set([
  'sem_confirmacao',
  'half_sent',
  'opted_out',
  'not_on_whatsapp',
  'duplicate',
  'invalid_phone',
])

/** The campaign ended before their turn: not sent, rather than failed. */
const UNSENT: SendErrorCode = 'campaign_ended'

/** Whether nothing was sent to a recipient, for no reason of theirs. */
export function isUnsent({ status, errorCode }: Recipient): boolean {
  return status === RecipientStatus.waiting || errorCode === UNSENT
}

/**
 * Whether a recipient that failed may be written to once more.
 * @param included failures that are left alone otherwise
 */
export function isRetryable(
  { status, errorCode }: Recipient,
  included: readonly SendErrorCode[] = [],
): boolean {
  if (status !== RecipientStatus.failed || errorCode === null || errorCode === UNSENT) return false
  return included.includes(errorCode) || !leftAlone.has(errorCode)
}

/** The share of one recipient in its campaign's counters. */
export function countsOf(row: Recipient): CampaignCounts {
  const isFailed = row.status === RecipientStatus.failed
  return {
    sentCount: Number(row.status === RecipientStatus.accepted),
    deliveredCount: Number(row.deliveredAtMs > 0),
    readCount: Number(row.readAtMs > 0),
    errorCount: Number(isFailed),
    replyCount: Number(row.repliedAtMs > 0),
    retryableCount: Number(isRetryable(row)),
    endedCount: Number(isFailed && row.errorCode === UNSENT),
  }
}

/** Counters after recipients with the counts `less` became ones with `more`. */
export function addCounts(
  sum: CampaignCounts,
  more: CampaignCounts,
  less: CampaignCounts,
): CampaignCounts {
  return {
    sentCount: sum.sentCount + more.sentCount - less.sentCount,
    deliveredCount: sum.deliveredCount + more.deliveredCount - less.deliveredCount,
    readCount: sum.readCount + more.readCount - less.readCount,
    errorCount: sum.errorCount + more.errorCount - less.errorCount,
    replyCount: sum.replyCount + more.replyCount - less.replyCount,
    retryableCount: sum.retryableCount + more.retryableCount - less.retryableCount,
    endedCount: sum.endedCount + more.endedCount - less.endedCount,
  }
}
