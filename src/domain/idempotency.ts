import { AppError } from '../contract/errors.ts'
import { createSerial } from './serial.ts'
import type { OwnedStore } from './store.ts'

export type Idempotency = ReturnType<typeof createIdempotency>

/** What was answered to a call, to be said again. */
export type GivenAnswer = {
  readonly status: number
  readonly contentType: string | null
  readonly body: string
}

/** One call under a key of its caller's. */
export type KeptAnswer = {
  /** Made of the key. */
  readonly id: string
  /** Of the call: address and body. */
  readonly fingerprint: string
  readonly startedAt: string
  /** Null while the call is under way, and where nobody knows how it ended. */
  readonly answer: GivenAnswer | null
}

const KEPT_MS = 24 * 60 * 60_000
/** The oldest ones of a user go first. */
const KEPT_PER_USER = 5_000
const CALLS_BETWEEN_TIDYING = 100
/** Answers that say: nothing was done, come again. */
const NOT_KEPT = new Set([429, 503])

/**
 * Does once what is asked for twice under one key. That a call began is on the disk before it is
 * worked on: one that a crash interrupted is not done again, since nobody knows how far it came.
 */
export function createIdempotency({
  store,
  hash,
  now,
}: {
  readonly store: OwnedStore<KeptAnswer>
  readonly hash: (text: string) => string
  /** Epoch milliseconds. */
  readonly now: () => number
}) {
  const serially = createSerial()
  let calls = 0

  return { once }

  /** @throws AppError `idempotency_mismatch`, `idempotency_busy`, and whatever `work` throws */
  async function once(
    userId: string,
    { key, call }: { readonly key: string; readonly call: string },
    work: () => Promise<GivenAnswer>,
  ): Promise<GivenAnswer> {
    const id = hash(key)
    const begun = {
      id,
      fingerprint: hash(call),
      startedAt: new Date(now()).toISOString(),
      answer: null,
    }
    const known = await serially(`${userId} ${id}`, () => begin(userId, begun))
    if (known !== null) return known
    const answer = await work()
    if (NOT_KEPT.has(answer.status)) await store.remove(userId, id)
    else await store.save(userId, { ...begun, answer })
    return answer
  }

  /** The answer of the first call; null where this one is the first. */
  async function begin(userId: string, begun: KeptAnswer): Promise<GivenAnswer | null> {
    calls += 1
    if (calls % CALLS_BETWEEN_TIDYING === 0) await tidy(userId)
    const found = await store.find(userId, begun.id)
    if (!found || isOver(found)) {
      await store.save(userId, begun)
      return null
    }
    if (found.fingerprint !== begun.fingerprint) {
      throw new AppError('idempotency_mismatch', 'another call under a known key')
    }
    if (found.answer === null) throw new AppError('idempotency_busy', 'no answer yet')
    return found.answer
  }

  async function tidy(userId: string): Promise<void> {
    const kept = await store.list(userId)
    const needless = kept.filter((each, index) => index >= KEPT_PER_USER || isOver(each))
    await Promise.all(needless.map(({ id }) => store.remove(userId, id)))
  }

  function isOver({ startedAt }: KeptAnswer): boolean {
    return Date.parse(startedAt) <= now() - KEPT_MS
  }
}
