import { SendErrorCode } from '../../contract/campaigns/send.ts'
import type { SendFact } from '../../domain/sending/recipient.ts'

/**
 * Facts in a journal's form: short arrays, since there are several for every message. The first
 * item is the kind, the second the recipient, the third the time.
 */
const letters = {
  sending: 's',
  text_accepted: 't',
  accepted: 'a',
  failed: 'f',
  returned: 'b',
  delivered: 'd',
  read: 'r',
  replied: 'p',
} as const satisfies Record<SendFact['type'], string>

export function encodeFact(fact: SendFact): readonly (string | number)[] {
  const { type, index, atMs } = fact
  // JSON writes a number that is not finite as null, which could not be read again.
  if (!Number.isFinite(atMs)) throw new RangeError(`a fact at ${atMs}`)
  const start = [letters[type], index, atMs]
  if (fact.type === 'sending') return [...start, fact.jid, fact.messageId]
  if (fact.type === 'replied' && fact.text !== undefined) return [...start, fact.text]
  if (fact.type !== 'failed') return start
  if (fact.refusalCode === undefined) return [...start, fact.code]
  return [...start, fact.code, fact.refusalCode]
}

/** Returns `undefined` where the line of a journal is no fact. */
export function decodeFact(line: unknown): SendFact | undefined {
  if (!Array.isArray(line)) return undefined
  const [letter, index, atMs, first, second]: readonly unknown[] = line
  if (typeof index !== 'number' || typeof atMs !== 'number') return undefined
  switch (letter) {
    case letters.sending:
      if (typeof first !== 'string' || typeof second !== 'string') return undefined
      return { type: 'sending', index, messageId: second, jid: first, atMs }
    case letters.failed:
      return decodeFailure({ index, atMs, code: first, refusalCode: second })
    case letters.text_accepted:
      return { type: 'text_accepted', index, atMs }
    case letters.accepted:
      return { type: 'accepted', index, atMs }
    case letters.returned:
      return { type: 'returned', index, atMs }
    case letters.delivered:
      return { type: 'delivered', index, atMs }
    case letters.read:
      return { type: 'read', index, atMs }
    case letters.replied:
      return { type: 'replied', index, atMs, ...(typeof first === 'string' && { text: first }) }
    default:
      return undefined
  }
}

function decodeFailure({
  index,
  atMs,
  code,
  refusalCode,
}: {
  readonly index: number
  readonly atMs: number
  readonly code: unknown
  readonly refusalCode: unknown
}): SendFact | undefined {
  const parsed = SendErrorCode.safeParse(code)
  if (!parsed.success) return undefined
  const failed = { type: 'failed', index, code: parsed.data, atMs } as const
  if (refusalCode === undefined) return failed
  return typeof refusalCode === 'number' ? { ...failed, refusalCode } : undefined
}
