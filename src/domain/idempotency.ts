import { AppError } from '../contract/errors.ts'
import { toIso } from './clock.ts'
import { createSerial } from './serial.ts'
import type { OwnedStore } from './store.ts'

export type Idempotency = ReturnType<typeof createIdempotency>

/** The answer to a call, kept to be repeated. */
export type GivenAnswer = {
  readonly status: number
  readonly contentType: string | null
  readonly body: string
}

/** One call and its answer, under an idempotency key. */
export type KeptAnswer = {
  /** Derived from the idempotency key. */
  readonly id: string
  /** Hash of the call's address and body. */
  readonly fingerprint: string
  readonly startedAt: string
  /** Null while the call is in progress, and where a crash hid how it ended. */
  readonly answer: GivenAnswer | null
}

const KEPT_MS = 24 * 60 * 60_000
/** Answers kept per user; the oldest are dropped first. */
const KEPT_PER_USER = 5_000
const CALLS_BETWEEN_TIDYING = 100
/** Statuses of calls that did nothing and may be repeated: their answers are not kept. */
const NOT_KEPT = new Set([429, 503])

/**
 * Carries out calls with the same key once. The beginning of a call is on the disk before its work
 * starts: a call that a crash interrupted is not repeated, since it is unknown how far it came.
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
  /**
   * Lets calls with one key begin one at a time, so that each sees whether another is under way.
   */
  const serially = createSerial()
  /** Calls of this process that have begun and not ended. */
  const underWay = new Set<string>()
  let calls = 0

  return { once }

  /**
   * @throws AppError `idempotency_mismatch`; `idempotency_busy` while the first call is under way;
   *   `idempotency_unknown` where nobody knows how it ended; and whatever `work` throws
   */
  async function once(
    userId: string,
    { key, call }: { readonly key: string; readonly call: string },
    work: () => Promise<GivenAnswer>,
  ): Promise<GivenAnswer> {
    const id = hash(key)
    const begun = {
      id,
      fingerprint: hash(call),
      startedAt: toIso(now()),
      answer: null,
    }
    const name = `${userId} ${id}`
    const known = await serially(name, async () => {
      const given = await begin(userId, begun)
      if (given === null) underWay.add(name)
      return given
    })
    if (known !== null) return known
    try {
      const answer = await work()
      // What was tidied up meanwhile, or begun anew, is not this call's any more.
      const isOwn = ({ startedAt }: KeptAnswer) => startedAt === begun.startedAt
      if (NOT_KEPT.has(answer.status)) await store.remove(userId, id, isOwn)
      else await store.update(userId, id, (kept) => (isOwn(kept) ? { ...kept, answer } : undefined))
      return answer
    } finally {
      underWay.delete(name)
    }
  }

  /** Returns the answer of the first call; null where this call is the first. */
  async function begin(userId: string, begun: KeptAnswer): Promise<GivenAnswer | null> {
    calls += 1
    if (calls % CALLS_BETWEEN_TIDYING === 0) await tidy(userId)
    if (await store.create(userId, begun)) return null
    const seen = { isOver: false }
    const found = await store.update(userId, begun.id, (kept) => {
      seen.isOver = isOver(kept)
      return seen.isOver ? begun : undefined
    })
    // Where it went meanwhile, the call did nothing: this one is the first.
    if (!found) return begin(userId, begun)
    if (seen.isOver) return null
    if (found.fingerprint !== begun.fingerprint) {
      throw new AppError('idempotency_mismatch', 'another call under a known key')
    }
    if (found.answer !== null) return found.answer
    const isUnderWay = underWay.has(`${userId} ${begun.id}`)
    throw isUnderWay
      ? new AppError('idempotency_busy', 'no answer yet')
      : new AppError('idempotency_unknown', 'no answer, and none to come')
  }

  async function tidy(userId: string): Promise<void> {
    const kept = await store.list(userId)
    const needless = kept.filter((each, index) => index >= KEPT_PER_USER || isOver(each))
    // One that was begun anew meanwhile is another call.
    await Promise.all(
      needless.map(({ id, startedAt }) =>
        store.remove(userId, id, (kept) => kept.startedAt === startedAt),
      ),
    )
  }

  function isOver({ startedAt }: KeptAnswer): boolean {
    return Date.parse(startedAt) <= now() - KEPT_MS
  }
}
