import { AppError, type ErrorCode } from '../../contract/errors.ts'

type Throttle = ReturnType<typeof createThrottle>

/** Most keys that are remembered, so that callers cannot fill the daemon's memory. */
const MAX_KEYS = 20_000
/** Keys contain what callers send, which may be long. */
const MAX_KEY_LENGTH = 400

/** Counts attempts per key over a sliding time, in memory. */
export function createThrottle({
  limit,
  windowMs,
  now,
}: {
  readonly limit: number
  readonly windowMs: number
  /** Epoch milliseconds. */
  readonly now: () => number
}) {
  const attempts = new Map<string, number[]>()

  return { take, giveBack }

  /**
   * Counts an attempt before it is made, so that many at once cannot slip through.
   * @throws AppError `too_many`, with the seconds until one is allowed again
   */
  function take(key: string): void {
    const name = key.slice(0, MAX_KEY_LENGTH)
    const recent = (attempts.get(name) ?? []).filter((at) => at > now() - windowMs)
    const [oldest] = recent
    if (recent.length >= limit && oldest !== undefined) {
      throw new AppError('too_many', `${limit} attempts`, {
        retryAfterSeconds: Math.max(1, Math.ceil((oldest + windowMs - now()) / 1000)),
      })
    }
    attempts.delete(name)
    makeRoom()
    attempts.set(name, [...recent, now()])
  }

  /** Removes the last attempt of a key, which turned out not to count. */
  function giveBack(key: string): void {
    const name = key.slice(0, MAX_KEY_LENGTH)
    const left = attempts.get(name)?.slice(0, -1) ?? []
    if (left.length > 0) attempts.set(name, left)
    else attempts.delete(name)
  }

  /**
   * Drops keys without a recent attempt, and beyond the limit the quietest ones: keys are in the
   * order of their last attempt.
   */
  function makeRoom(): void {
    for (const [name, times] of attempts) {
      const isOver = (times.at(-1) ?? 0) <= now() - windowMs
      if (!isOver && attempts.size < MAX_KEYS) return
      attempts.delete(name)
    }
  }
}

/** A counter that an attempt takes part in. */
export type Slot = { readonly throttle: Throttle; readonly key: string }

/**
 * Runs an attempt that counts in every slot, and uncounts it when its outcome does not count.
 * @throws AppError `too_many` before `work` runs, and whatever `work` throws
 */
export async function throttled<Result>({
  slots,
  counting,
  work,
}: {
  readonly slots: readonly Slot[]
  /** Outcomes that count: failures by their code, or `done`. */
  readonly counting: readonly (ErrorCode | 'done')[]
  readonly work: () => Promise<Result>
}): Promise<Result> {
  const taken: Slot[] = []
  const giveBack = () => {
    for (const { throttle, key } of taken) throttle.giveBack(key)
  }
  try {
    for (const slot of slots) {
      slot.throttle.take(slot.key)
      taken.push(slot)
    }
    const result = await work()
    if (!counting.includes('done')) giveBack()
    return result
  } catch (error) {
    if (!(error instanceof AppError) || !counting.includes(error.code)) giveBack()
    throw error
  }
}
