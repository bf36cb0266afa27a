import type { Clock } from '../clock.ts'
import { createSerial } from '../serial.ts'
import type { ClusterNode, Fence, LeaseStore, TermLease } from './lease-store.ts'

/**
 * The accounts that are at home at this node. An account is at home at one node at a time: whoever
 * writes for it, or has a socket of its devices open, holds its lease.
 */
export type Leases = {
  /**
   * Resolves to `undefined` where another node has the account.
   * @throws AppError `storage_unavailable`
   */
  take(userId: string): Promise<Fence | undefined>
  /**
   * What a write for the account has to show; `undefined` where this node does not have it, or can
   * no longer be sure that it does. Reads only its clocks: right also when a frozen process wakes.
   */
  fenceOf(userId: string): Fence | undefined
  /**
   * Lets other nodes have the account at once. Nothing may be sent or written for it any more.
   * @throws AppError `storage_unavailable`; a later beat tries again
   */
  giveBack(userId: string): Promise<void>
  /** The accounts that this node has. */
  held(): readonly Fence[]
  /**
   * Takes no more accounts, and announces that to the other nodes, so that they leave none to it.
   */
  announceEnd(): void
  /** Gives all accounts back, and takes leave of the other nodes. */
  stop(): Promise<void>
}

/** How long accounts stay with a node that is not heard of any more. */
export const TERM_MS = 15_000
/** How often a node prolongs its term. Others do not call one that was silent for three beats. */
export const BEAT_MS = 2_000
/** How much earlier a term ends for its node than for the others: sockets are closed then. */
const MARGIN_MS = 3_000
/** How long a term lasts for its node from when it was asked for. */
export const GOOD_MS = TERM_MS - MARGIN_MS
/**
 * Beats under way at once: one that hangs delays none of the next, but holds a connection to the
 * store that others need.
 */
const BEATS_AT_ONCE = 3

/** A moment on two clocks that nobody sets: it has passed once either of them says so. */
export type Moment = {
  /** Exact, and goes on while the process is stopped. */
  readonly monotonicMs: number
  /** Goes on while the machine sleeps, too. Not used alone: containers may make it up. */
  readonly uptimeMs: number
}

type Term = {
  readonly number: number
  readonly holds: Map<string, Fence>
  endsAt: Moment
}

/**
 * Leases over a store that all nodes share. The end of a term is reckoned from before it was asked
 * for, on clocks that nobody sets.
 */
export function createLeases({
  store,
  node: { id: nodeId, url },
  after,
  moment,
  onLost,
  onTerm = () => undefined,
  onFault,
}: {
  readonly store: Pick<LeaseStore, 'enter' | 'stay' | 'leave' | 'take' | 'giveBack'>
  /** Its id is another one for each process. */
  readonly node: Pick<ClusterNode, 'id' | 'url'>
  readonly after: Clock['after']
  readonly moment: () => Moment
  /** The account is not this node's any more, and was not given back: close its sockets. */
  readonly onLost: (fence: Fence) => void
  /**
   * Called with the number of the term and its end as far as is known, again whenever it is
   * prolonged.
   */
  readonly onTerm?:
    | ((term: { readonly number: number; readonly endsAt: Moment }) => void)
    | undefined
  readonly onFault: (error: unknown) => void
}): Leases {
  const serially = createSerial()
  const taking = new Set<string>()
  let known: Term | undefined
  let entering: Promise<Term> | undefined
  let beatCount = 0
  let isLeaving = false
  let isStopping = false
  let cancelEnd: () => void = () => undefined
  let cancelBeat: () => void = () => undefined
  beatInTurn()

  return {
    take,
    fenceOf: (userId) => term()?.holds.get(userId),
    giveBack,
    held: () => [...(term()?.holds.values() ?? [])],
    announceEnd,
    stop,
  }

  /** One take of an account at a time: a second one would end the lease of the first. */
  async function take(userId: string): Promise<Fence | undefined> {
    return serially(userId, async () => {
      taking.add(userId)
      return takeNow(userId).finally(() => taking.delete(userId))
    })
  }

  async function takeNow(userId: string): Promise<Fence | undefined> {
    if (isLeaving) return undefined
    const asking = term() ?? (await enter())
    const own = asking.holds.get(userId)
    if (own) return own
    const epoch = await store.take(userId, asking.number)
    if (epoch === undefined) return undefined
    const fence = { userId, nodeId, epoch }
    // The answer came after the end of the term, or this node is leaving: others need not wait.
    if (term() !== asking || isLeaving) {
      await store.giveBack([fence])
      return undefined
    }
    asking.holds.set(userId, fence)
    return fence
  }

  async function giveBack(userId: string): Promise<void> {
    const fence = term()?.holds.get(userId)
    if (!fence) return
    known?.holds.delete(userId)
    await serially(userId, () => store.giveBack([fence]))
  }

  function announceEnd(): void {
    isLeaving = true
    cancelBeat()
    beatInTurn()
  }

  async function stop(): Promise<void> {
    isLeaving = true
    isStopping = true
    cancelBeat()
    cancelEnd()
    await entering?.catch(() => undefined)
    const fences = [...(known?.holds.values() ?? [])]
    known = undefined
    if (fences.length > 0) await store.giveBack(fences)
    await store.leave(nodeId)
  }

  function beatInTurn(): void {
    cancelBeat = after(BEAT_MS, beatInTurn)
    if (beatCount >= BEATS_AT_ONCE) return
    beatCount += 1
    beat()
      .catch((error: unknown) => {
        if (!isStopping) onFault(error)
      })
      .finally(() => {
        beatCount -= 1
      })
  }

  async function beat(): Promise<void> {
    const asking = term()
    if (!asking) return void (await enter())
    const askedAt = moment()
    const before = new Map(asking.holds)
    const leases = await store.stay(self(before.size), { term: asking.number, termMs: TERM_MS })
    // A term that is over here stays over, whatever the store says: its accounts were let go of.
    if (term() !== asking || isStopping) return
    if (!leases) return lose(asking)
    // A later beat may have been answered before.
    const endsAt = endOf(askedAt)
    if (asking.endsAt.monotonicMs < endsAt.monotonicMs) asking.endsAt = endsAt
    watchEnd(asking)
    await compare(asking, before, leases)
  }

  /** Reconciles the leases that this node has with those that the store says it has. */
  async function compare(
    { holds }: Term,
    before: ReadonlyMap<string, Fence>,
    leases: readonly TermLease[],
  ): Promise<void> {
    const epochs = new Set(leases.map(({ epoch }) => epoch))
    for (const [userId, fence] of before) {
      if (epochs.has(fence.epoch) || holds.get(userId) !== fence) continue
      holds.delete(userId)
      onLost(fence)
    }
    // Leases of which the answer to a take, or to a return, did not come through.
    const unknown = leases.filter(({ userId }) => !holds.has(userId) && !taking.has(userId))
    if (unknown.length > 0) await store.giveBack(unknown)
  }

  /** Once at a time: a second one would end the first one's term. */
  async function enter(): Promise<Term> {
    entering ??= enterNow().finally(() => {
      entering = undefined
    })
    return entering
  }

  async function enterNow(): Promise<Term> {
    const askedAt = moment()
    const number = await store.enter(self(0), { termMs: TERM_MS })
    const entered = { number, holds: new Map<string, Fence>(), endsAt: endOf(askedAt) }
    if (isStopping) return entered
    known = entered
    watchEnd(entered)
    return entered
  }

  function self(load: number): ClusterNode {
    return { id: nodeId, url, load, isLeaving }
  }

  function watchEnd(watched: Term): void {
    onTerm(watched)
    cancelEnd()
    const leftMs = watched.endsAt.monotonicMs - moment().monotonicMs
    cancelEnd = after(Math.max(0, leftMs), () => term())
  }

  /** Returns the term that lasts; loses one that has just ended. */
  function term(): Term | undefined {
    if (!known || isBefore(moment(), known.endsAt)) return known
    lose(known)
    return undefined
  }

  function lose(lost: Term): void {
    known = undefined
    cancelEnd()
    for (const fence of lost.holds.values()) onLost(fence)
  }
}

function endOf({ monotonicMs, uptimeMs }: Moment): Moment {
  return { monotonicMs: monotonicMs + GOOD_MS, uptimeMs: uptimeMs + GOOD_MS }
}

function isBefore(one: Moment, other: Moment): boolean {
  return one.monotonicMs < other.monotonicMs && one.uptimeMs < other.uptimeMs
}
