import type { Attempt } from '../domain/webhooks/webhook-attempt.ts'
import { fetchOut, OutgoingError, OutgoingTimeout } from './outgoing.ts'
import { PrivateTargetError, type Targets } from './targets.ts'

/** Parts of a path from this length on may be keys, and are hidden. */
const SECRET_LENGTH = 20
const SHOWN_LENGTH = 4

/** Posts an event, and says what came of it. The answer's body is not read. */
export async function postWebhook({
  url: address,
  json,
  headers,
  timeoutMs,
  signal,
  targets,
}: {
  /** Can be parsed. */
  readonly url: string
  readonly json: string
  /** For this host only. */
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly targets: Targets
}): Promise<Attempt> {
  const url = shownUrl(address)
  try {
    const { status: httpStatus, retryAfterSeconds } = await fetchOut({
      ...{ method: 'POST', url: address, json, secretHeaders: headers },
      ...{ timeoutMs, signal, limitBytes: null, targets },
    })
    return { kind: 'answered', url, httpStatus, retryAfterSeconds }
  } catch (error) {
    return { kind: kindOf(error), url }
  }
}

/** The address without query, and without parts of the path that may be keys. */
function shownUrl(address: string): string {
  const { origin, pathname } = new URL(address)
  const parts = pathname
    .split('/')
    .map((part) => (part.length < SECRET_LENGTH ? part : `${part.slice(0, SHOWN_LENGTH)}…`))
  return `${origin}${parts.join('/')}`
}

function kindOf(error: unknown): Exclude<Attempt['kind'], 'answered' | 'invalid'> {
  if (error instanceof PrivateTargetError) return 'private'
  if (error instanceof OutgoingTimeout) return 'timeout'
  if (error instanceof OutgoingError) return 'unreachable'
  throw error
}
