import type { Context } from 'hono'
import { IdempotencyKey } from '../../contract/api/idempotency.ts'
import { IDEMPOTENCY_HEADER } from '../../contract/api/idempotency-header.ts'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import type { GivenAnswer, Idempotency } from '../../domain/idempotency.ts'
import { answerFailure } from '../answers/failure.ts'
import type { AnyCaller, Once } from '../bind.ts'
import type { Log } from '../services.ts'
import { accountOf } from './auth.ts'
import type { Env } from './client.ts'

/** WhatsApp confirmed nothing: a message may have left. */
const inDoubt: ReadonlySet<ErrorCode> = new Set(['not_confirmed', 'invites_doubtful'])

/**
 * Returns how to run a call: once under the key it carries, or without a key every time.
 * @throws AppError `invalid` for a malformed key
 */
export function onceUnderKey(
  c: Context<Env>,
  caller: AnyCaller,
  {
    idempotency,
    log,
  }: {
    /** Absent for calls of the daemon itself. */
    readonly idempotency?: Idempotency
    readonly log: Log
  },
): Once | undefined {
  const given = c.req.header(IDEMPOTENCY_HEADER)
  if (given === undefined || caller === null || !idempotency) return undefined
  const key = IdempotencyKey.safeParse(given)
  if (!key.success) {
    const message = key.error.issues[0]?.message ?? ''
    const details = [{ path: IDEMPOTENCY_HEADER, message }]
    throw new AppError('invalid', IDEMPOTENCY_HEADER, { details })
  }
  const userId = accountOf(caller)
  return async (identity, work) => {
    const call = `${c.req.method} ${c.req.path}
${await identity()}`
    const answer = await idempotency.once(userId, { key: key.data, call }, () =>
      work().catch(refused).then(toGiven),
    )
    return toResponse(answer)
  }

  /** A refusal is kept like an answer. After any other error the outcome is unknown. */
  function refused(error: unknown): Response {
    if (!(error instanceof AppError) || inDoubt.has(error.code)) throw error
    return answerFailure(error, c, log)
  }
}

async function toGiven(response: Response): Promise<GivenAnswer> {
  const { status, headers } = response
  return { status, contentType: headers.get('content-type'), body: await response.text() }
}

function toResponse({ status, contentType, body }: GivenAnswer): Response {
  return new Response(body, {
    status,
    ...(contentType !== null && { headers: { 'content-type': contentType } }),
  })
}
