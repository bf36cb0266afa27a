import { AppError, type ErrorCode } from '../../../contract/errors.ts'
import type { SendOutcome } from '../../messenger.ts'
import { RATE_LIMITED } from '../../whatsapp-codes.ts'
import type { NotSentReason } from '../outcome.ts'
import { isAboutFirstMessages } from '../strangers/holds.ts'

const notSentErrors: Readonly<Partial<Record<NotSentReason, ErrorCode>>> = {
  closed: 'device_not_connected',
  locked: 'strangers_held',
  storage: 'storage_unavailable',
  rate_limited: 'too_many',
}

function refusalErrorOf(code: number): ErrorCode {
  if (code === RATE_LIMITED) return 'too_many'
  return isAboutFirstMessages(code) ? 'stranger_refused' : 'refused_by_whatsapp'
}

/** What is recorded of a single message that was not accepted, and the error of its call. */
export function failureOf(outcome: Exclude<SendOutcome, { kind: 'accepted' }>) {
  if (outcome.kind === 'refused') {
    const { code } = outcome
    const isStranger = isAboutFirstMessages(code)
    return {
      fact: { code: isStranger ? 'stranger_refused' : 'refused', refusalCode: code } as const,
      error: new AppError(refusalErrorOf(code), `code ${code}`),
    }
  }
  if (outcome.kind === 'unknown') {
    return {
      fact: { code: 'sem_confirmacao' } as const,
      error: new AppError('not_confirmed', outcome.detail),
    }
  }
  const errorCode = notSentErrors[outcome.reason] ?? 'refused_by_whatsapp'
  return {
    fact: { code: 'send_failed' } as const,
    error: new AppError(errorCode, `${outcome.reason}: ${outcome.detail}`),
  }
}
