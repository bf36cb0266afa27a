import { AppError } from '../contract/errors.ts'

type Limits = {
  /** Works at once, of all owners. */
  readonly running: number
  /** Of these, what one owner may hold: the rest is always there for somebody else. */
  readonly runningEach?: number
  /** Works that wait, of all owners; whoever comes later is refused. */
  readonly waiting?: number
  /** Works of one owner that wait. */
  readonly waitingEach?: number
  /** What somebody who was refused is told to wait. */
  readonly retryAfterSeconds?: number
}

/**
 * Runs a bounded number of works at once. Those that wait get their places by turns of their
 * owners, and in the order they came for each of them: however much one owner asks for, any other
 * waits for one place only.
 */
export function createLimiter({
  running: limit,
  runningEach = limit,
  waiting: waitingLimit = Number.POSITIVE_INFINITY,
  waitingEach = Number.POSITIVE_INFINITY,
  retryAfterSeconds = 1,
}: Limits) {
  /** The owner whose turn is next stands first. */
  const queues = new Map<string, (() => void)[]>()
  const held = new Map<string, number>()
  let running = 0
  let waiting = 0

  /** @throws AppError `too_many` where too much waits already, and whatever `work` throws */
  return async function limited<Result>(
    owner: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (running < limit && heldBy(owner) < runningEach) take(owner)
    else await place(owner)
    try {
      return await work()
    } finally {
      release(owner)
    }
  }

  function heldBy(owner: string): number {
    return held.get(owner) ?? 0
  }

  function take(owner: string): void {
    running += 1
    held.set(owner, heldBy(owner) + 1)
  }

  function place(owner: string): Promise<void> {
    const queue = queues.get(owner) ?? []
    if (waiting >= waitingLimit || queue.length >= waitingEach) {
      throw new AppError('too_many', `${waiting} wait, ${queue.length} of them of one owner`, {
        retryAfterSeconds,
      })
    }
    waiting += 1
    queues.set(owner, queue)
    return new Promise((resolve) => queue.push(resolve))
  }

  function release(owner: string): void {
    running -= 1
    if (heldBy(owner) > 1) held.set(owner, heldBy(owner) - 1)
    else held.delete(owner)
    // The place goes straight to the next in line, so that nobody overtakes.
    for (const [next, queue] of queues) {
      if (heldBy(next) >= runningEach) continue
      const first = queue.shift()
      queues.delete(next)
      if (queue.length > 0) queues.set(next, queue)
      waiting -= 1
      take(next)
      first?.()
      return
    }
  }
}
