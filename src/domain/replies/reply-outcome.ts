import { AppError, type ErrorCode } from '../../contract/errors.ts'
import type { BotReply, SilenceReason } from '../../contract/gateways/bot-reply.ts'

/** What became of a message: its answer, or the reason why there was none. */
export type ReplyOutcome = Pick<BotReply, 'chatbotId' | 'agentId' | 'answer' | 'reason'>

const reasonsInAsking: Readonly<Partial<Record<ErrorCode, SilenceReason>>> = {
  agent_not_found: 'agent_not_found',
  agent_replies_exhausted: 'daily_limit',
  mistral_busy: 'service_busy',
  mistral_key_refused: 'key_refused',
  mistral_not_configured: 'no_key',
  mistral_refused: 'service_refused',
  mistral_unavailable: 'service_away',
}

/** The outcome of a message that nobody answers. */
export function silenceOf(reason: SilenceReason): ReplyOutcome {
  return { chatbotId: null, agentId: null, answer: null, reason }
}

/** Why an answer failed: while it was made, or while it was sent. */
export function reasonOf(
  error: unknown,
  { isSending }: { readonly isSending: boolean },
): SilenceReason {
  if (!(error instanceof AppError)) return 'failed'
  if (!isSending) return reasonsInAsking[error.code] ?? 'failed'
  return error.code === 'device_not_connected' ? 'not_connected' : 'not_sent'
}
