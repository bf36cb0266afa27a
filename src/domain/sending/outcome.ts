import type { SendErrorCode } from '../../contract/campaigns/send.ts'
import { MAX_SEND_ATTEMPTS } from '../../contract/limits.ts'
import type { SendOutcome } from '../messenger.ts'
import { RATE_LIMITED, SERVER_ERROR_MIN } from '../whatsapp-codes.ts'
import { isAboutFirstMessages } from './strangers/holds.ts'

/** Attempts while WhatsApp's server has trouble of its own; the pauses between them double. */
const MAX_TROUBLED_ATTEMPTS = 8

/** What to do after the outcome of one attempt. */
export type Consequence =
  | { readonly kind: 'accepted'; readonly atMs: number }
  | { readonly kind: 'failed'; readonly code: SendErrorCode; readonly refusalCode?: number }
  /** No message left, and not because of the recipient: next in the queue again. */
  | { readonly kind: 'give_back' }
  /** No message left, and it may fail again: to the end of the queue. */
  | { readonly kind: 'postpone' }
  /** The message may have left: repeat it under the same id, once there is a connection. */
  | { readonly kind: 'repeat' }
  /** Refused as a first message: the device's holds decide what becomes of the recipient. */
  | { readonly kind: 'restricted'; readonly code: number }
  /** WhatsApp demands a slower pace. */
  | { readonly kind: 'slow_down'; readonly untilMs?: number }
  /** The disk refused to store the keys of a message. */
  | { readonly kind: 'no_storage' }

/**
 * @param attemptCount attempts so far, including this one
 * @param uncertain whether a message of unknown fate is sent again (`resend`) or left as it is
 * (`hold`)
 */
export function judgeOutcome(
  outcome: SendOutcome,
  { attemptCount, uncertain }: { readonly attemptCount: number; readonly uncertain: Uncertain },
): Consequence {
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'accepted', atMs: Date.parse(outcome.at) }
    case 'refused':
      return judgeRefusal(outcome, attemptCount)
    case 'unknown':
      if (outcome.reason === 'closed' && uncertain === 'resend') return { kind: 'repeat' }
      return { kind: 'failed', code: 'sem_confirmacao' }
    case 'not_sent':
      return judgeNotSent(outcome, attemptCount)
  }
}

type Refusal = Extract<SendOutcome, { kind: 'refused' }>

function judgeRefusal({ code }: Refusal, attemptCount: number): Consequence {
  if (isAboutFirstMessages(code)) return { kind: 'restricted', code }
  if (code === RATE_LIMITED) return { kind: 'slow_down' }
  // The server's own trouble: the same message may pass a little later.
  if (code >= SERVER_ERROR_MIN && attemptCount < MAX_TROUBLED_ATTEMPTS) return { kind: 'slow_down' }
  return { kind: 'failed', code: 'refused', refusalCode: code }
}

export type Uncertain = 'resend' | 'hold'

type NotSent = Extract<SendOutcome, { kind: 'not_sent' }>
export type NotSentReason = NotSent['reason']

const giveUpCodes = {
  no_lid: 'no_lid',
  no_devices: 'no_devices',
  media: 'media_failed',
  failed: 'send_failed',
} as const satisfies Partial<Record<NotSentReason, SendErrorCode>>

function judgeNotSent({ reason, busyUntilMs }: NotSent, attemptCount: number): Consequence {
  if (reason === 'closed' || reason === 'withdrawn' || reason === 'locked') {
    return { kind: 'give_back' }
  }
  if (reason === 'rate_limited') {
    return { kind: 'slow_down', ...(busyUntilMs !== undefined && { untilMs: busyUntilMs }) }
  }
  if (reason === 'storage') return { kind: 'no_storage' }
  // A missing LID: the directory was asked for it just now, and has none today.
  if (reason !== 'no_lid' && attemptCount < MAX_SEND_ATTEMPTS) return { kind: 'postpone' }
  return { kind: 'failed', code: giveUpCodes[reason] }
}
