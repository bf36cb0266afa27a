import { MAX_SEND_ATTEMPTS } from '../../contract/limits.ts'
import type { SendErrorCode } from '../../contract/send.ts'
import type { SendOutcome } from '../messenger.ts'

/** WhatsApp restricts whom this account may write to first. Says nothing about the recipient. */
const REACHOUT_RESTRICTED = 463

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
  /** The device is restricted; the recipient is attempted again when it no longer is. */
  | { readonly kind: 'restricted' }
  /** WhatsApp demands a slower pace. */
  | { readonly kind: 'slow_down' }
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
      if (outcome.code === REACHOUT_RESTRICTED) return { kind: 'restricted' }
      return { kind: 'failed', code: 'refused', refusalCode: outcome.code }
    case 'unknown':
      if (outcome.reason === 'closed' && uncertain === 'resend') return { kind: 'repeat' }
      return { kind: 'failed', code: 'sem_confirmacao' }
    case 'not_sent':
      return judgeNotSent(outcome.reason, attemptCount)
  }
}

export type Uncertain = 'resend' | 'hold'

type NotSentReason = Extract<SendOutcome, { kind: 'not_sent' }>['reason']

const giveUpCodes = {
  no_devices: 'no_devices',
  media: 'media_failed',
  failed: 'send_failed',
} as const satisfies Partial<Record<NotSentReason, SendErrorCode>>

function judgeNotSent(reason: NotSentReason, attemptCount: number): Consequence {
  if (reason === 'closed') return { kind: 'give_back' }
  if (reason === 'rate_limited') return { kind: 'slow_down' }
  if (reason === 'storage') return { kind: 'no_storage' }
  if (attemptCount < MAX_SEND_ATTEMPTS) return { kind: 'postpone' }
  return { kind: 'failed', code: giveUpCodes[reason] }
}
