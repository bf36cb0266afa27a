import { AppError } from '../contract/errors.ts'

type Limits = {
  /** Tasks that run at once, of all owners. */
  readonly running: number
  /** Of these, how many may be one owner's: the rest is kept free for the others. */
  readonly runningEach?: number
  /** Tasks that may wait, of all owners; any further task is refused. */
  readonly waiting?: number
  /** Tasks of one owner that may wait. */
  readonly waitingEach?: number
  /** Seconds after which a refused caller should try again. */
  readonly retryAfterSeconds?: number
}

/** Runs a bounded number of tasks at once, each in a place as `createPlaces` gives them. */
export function createLimiter(limits: Limits) {
  const takePlace = createPlaces(limits)

  /** @throws AppError `too_many` where too much waits already, and whatever `work` throws */
  return async function limited<Result>(
    owner: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const release = await takePlace(owner)
    try {
      return await work()
    } finally {
      release()
    }
  }
}

/**
 * Gives a bounded number of places at once. Waiting tasks are served round-robin by owner, and in
 * the order of arrival for each: however many tasks one owner queues, any other owner waits for
 * one free place only.
 */
export function createPlaces({
  running: limit,
  runningEach = limit,
  waiting: waitingLimit = Number.POSITIVE_INFINITY,
  waitingEach = Number.POSITIVE_INFINITY,
  retryAfterSeconds = 1,
}: Limits) {
  /** The owner to be served next stands first. */
  const queues = new Map<string, (() => void)[]>()
  const held = new Map<string, number>()
  let running = 0
  let waiting = 0

  /**
   * Resolves with what gives the place back.
   * @param unwanted aborted when nobody waits for the place any more
   * @throws AppError `too_many` where too much waits already, and the reason why it is unwanted
   */
  return async function takePlace(owner: string, unwanted?: AbortSignal): Promise<() => void> {
    unwanted?.throwIfAborted()
    if (running < limit && heldBy(owner) < runningEach) take(owner)
    else await wait(owner, unwanted)
    let isHeld = true
    return () => {
      if (isHeld) release(owner)
      isHeld = false
    }
  }

  function heldBy(owner: string): number {
    return held.get(owner) ?? 0
  }

  function take(owner: string): void {
    running += 1
    held.set(owner, heldBy(owner) + 1)
  }

  function wait(owner: string, unwanted: AbortSignal | undefined): Promise<void> {
    const queue = queues.get(owner) ?? []
    if (waiting >= waitingLimit || queue.length >= waitingEach) {
      throw new AppError('too_many', `${waiting} wait, ${queue.length} of them of one owner`, {
        retryAfterSeconds,
      })
    }
    waiting += 1
    queues.set(owner, queue)
    return new Promise((resolve, reject) => {
      const begin = () => {
        unwanted?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        queue.splice(queue.indexOf(begin), 1)
        if (queue.length === 0) queues.delete(owner)
        waiting -= 1
        reject(unwanted?.reason)
      }
      unwanted?.addEventListener('abort', leave, { once: true })
      queue.push(begin)
    })
  }

  function release(owner: string): void {
    running -= 1
    if (heldBy(owner) > 1) held.set(owner, heldBy(owner) - 1)
    else held.delete(owner)
    // The free place goes straight to the next task, so that no newcomer overtakes.
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
