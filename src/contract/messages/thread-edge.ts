import { z } from 'zod'
import { queryCount } from '../query-numbers.ts'

/** A message of a thread, beside which a page of it begins. */

const Timestamp = queryCount(Number.MAX_SAFE_INTEGER)
const MessageId = z.string().min(1).max(200)

export const beforeFields = {
  /** Time and id of a message: those before it. Without the id, those of its second too. */
  before_timestamp: Timestamp.optional(),
  before_id: MessageId.optional(),
}

export const edgeFields = {
  ...beforeFields,
  /** The same, for those after it. */
  after_timestamp: Timestamp.optional(),
  after_id: MessageId.optional(),
}

type Edge = {
  readonly side: 'before' | 'after'
  /** Epoch seconds. */
  readonly sentAtSeconds: number
  readonly id: string | undefined
}

/** The edge that a query names; where it names both, the one before. */
export function edgeOf({
  before_timestamp,
  before_id,
  after_timestamp,
  after_id,
}: {
  readonly before_timestamp?: number | undefined
  readonly before_id?: string | undefined
  readonly after_timestamp?: number | undefined
  readonly after_id?: string | undefined
}): Edge | undefined {
  if (before_timestamp !== undefined) {
    return { side: 'before', sentAtSeconds: before_timestamp, id: before_id }
  }
  if (after_timestamp === undefined) return undefined
  return { side: 'after', sentAtSeconds: after_timestamp, id: after_id }
}
