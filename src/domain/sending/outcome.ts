import { MAX_SEND_ATTEMPTS } from '../../contract/limits.ts'
import type { SendErrorCode } from '../../contract/send.ts'
import type { SendOutcome } from '../messenger.ts'

/** WhatsApp limits whom this account may write to first. Says nothing about the recipient. */
const REACHOUT_RESTRICTED = 463

/** What follows from the outcome of one attempt. */
export type Consequence =
  | { readonly kind: 'accepted'; readonly atMs: number }
  | { readonly kind: 'failed'; readonly code: SendErrorCode; readonly refusalCode?: number }
  /** Nothing left, through no fault of the recipient's: next in line again. */
  | { readonly kind: 'give_back' }
  /** Nothing left, and it may fail again: at the end of the line. */
  | { readonly kind: 'postpone' }
  /** It may have left: again, under the same id, once there is a connection. */
  | { readonly kind: 'repeat' }
  /** The device is restricted; the recipient is tried again when it no longer is. */
  | { readonly kind: 'restricted' }
  /** WhatsApp asks for a slower pace. */
  | { readonly kind: 'slow_down' }
  /** The disk refused the keys of a message. */
  | { readonly kind: 'no_storage' }

/**
 * @param attemptCount attempts so far, this one included
 * @param uncertain whether a message of unknown fate goes out again (`resend`) or is left (`hold`)
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
