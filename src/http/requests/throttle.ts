import { AppError, type ErrorCode } from '../../contract/errors.ts'

type Throttle = ReturnType<typeof createThrottle>

/** More keys than these are not remembered: the memory of the daemon is not the caller's to fill. */
const MAX_KEYS = 20_000
/** Keys are made of what callers send, which may be long. */
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

  /** Takes the last attempt of a key back: it was none that counts. */
  function giveBack(key: string): void {
    const name = key.slice(0, MAX_KEY_LENGTH)
    const left = attempts.get(name)?.slice(0, -1) ?? []
    if (left.length > 0) attempts.set(name, left)
    else attempts.delete(name)
  }

  /** Keys stand in the order of their last attempt: the first one was quiet the longest. */
  function makeRoom(): void {
    for (const [name, times] of attempts) {
      const isOver = (times.at(-1) ?? 0) <= now() - windowMs
      if (!isOver && attempts.size < MAX_KEYS) return
      attempts.delete(name)
    }
  }
}

/** One count that an attempt takes part in. */
export type Slot = { readonly throttle: Throttle; readonly key: string }

/**
 * Runs an attempt that takes a place in every slot, and gives the places back when the outcome is
 * none that counts.
 * @throws AppError `too_many` before `work` runs, and whatever `work` throws
 */
export async function throttled<Result>({
  slots,
  counting,
  work,
}: {
  readonly slots: readonly Slot[]
  /** Outcomes that use the place up: a failure by its code, or `done`. */
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
