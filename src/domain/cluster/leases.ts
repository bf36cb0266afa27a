import type { Clock } from '../clock.ts'
import { createSerial } from '../serial.ts'
import type { Fence, LeaseStore } from './lease-store.ts'

/**
 * The accounts that are at home at this node. An account is at home at one node at a time: whoever
 * writes for it, or has a socket of its devices open, holds its lease.
 */
export type Leases = {
  /** Resolves to `undefined` where another node has the account. @throws AppError `storage_unavailable` */
  take(userId: string): Promise<Fence | undefined>
  /**
   * What a write for the account has to show; `undefined` where this node does not have it, or cannot
   * know any more that it does. Asks nobody: right also at the moment a frozen process wakes.
   */
  fenceOf(userId: string): Fence | undefined
  /** Lets other nodes have the account at once. Nothing may be sent or written for it any more. */
  giveBack(userId: string): Promise<void>
  /** The accounts that this node has. */
  held(): readonly Fence[]
  /** Gives all accounts back, and renews no more. */
  stop(): Promise<void>
}

/** How long an account stays with a node that is not heard of any more. */
export const LEASE_MS = 15_000
/** One renewal may fail, and the next still comes in time. */
const RENEW_MS = 4_000
/** A failed renewal is tried again after this. */
const RETRY_MS = 1_000
/** By so much a lease ends earlier for its holder than for the others: its sockets are closed then. */
export const MARGIN_MS = 3_000

type Hold = {
  readonly fence: Fence
  /** On this process's own clock. */
  endsAtMs: number
}

/**
 * Leases over a store that all nodes share. The end of one is reckoned from before it was asked for,
 * on a clock that nobody sets.
 */
export function createLeases({
  store,
  nodeId,
  after,
  monotonicMs,
  onLost,
  onFault,
}: {
  readonly store: Pick<LeaseStore, 'take' | 'renew' | 'giveBack'>
  /** Another one for each process. */
  readonly nodeId: string
  readonly after: Clock['after']
  /** Milliseconds of a clock that only goes forward, and goes on while the process is stopped. */
  readonly monotonicMs: () => number
  /** The account is not this node's any more, and was not given back: close its sockets. */
  readonly onLost: (fence: Fence) => void
  readonly onFault: (error: unknown) => void
}): Leases {
  const serially = createSerial()
  const holds = new Map<string, Hold>()
  let isStopping = false
  let cancelEnd: () => void = () => undefined
  let cancelRenewal = after(RENEW_MS, renewInTurn)

  return {
    take,
    fenceOf,
    giveBack,
    held: () => [...holds.values()].filter(isGood).map(({ fence }) => fence),
    stop,
  }

  /** One at a time: whoever takes an account that is its own ends its earlier lease. */
  async function take(userId: string): Promise<Fence | undefined> {
    return serially(userId, () => takeNow(userId))
  }

  async function takeNow(userId: string): Promise<Fence | undefined> {
    const known = fenceOf(userId)
    if (known || isStopping) return known
    const askedAtMs = monotonicMs()
    const epoch = await store.take(userId, { nodeId, leaseMs: LEASE_MS })
    if (epoch === undefined) return undefined
    const hold = { fence: { userId, nodeId, epoch }, endsAtMs: endOf(askedAtMs) }
    // It took too long to be told, or nothing is wanted any more: others need not wait for its end.
    if (!isGood(hold) || isStopping) {
      await store.giveBack([hold.fence])
      return undefined
    }
    holds.set(userId, hold)
    watchEnds()
    return hold.fence
  }

  function fenceOf(userId: string): Fence | undefined {
    const hold = holds.get(userId)
    if (!hold) return undefined
    if (isGood(hold)) return hold.fence
    lose(hold)
    return undefined
  }

  async function giveBack(userId: string): Promise<void> {
    const hold = holds.get(userId)
    if (!hold) return
    holds.delete(userId)
    await serially(userId, () => store.giveBack([hold.fence]))
  }

  async function stop(): Promise<void> {
    isStopping = true
    cancelRenewal()
    cancelEnd()
    const fences = [...holds.values()].map(({ fence }) => fence)
    holds.clear()
    if (fences.length > 0) await store.giveBack(fences)
  }

  /** One that hangs keeps none of the next ones waiting: they may get through another way. */
  function renewInTurn(): void {
    cancelRenewal = after(RENEW_MS, renewInTurn)
    renew().catch((error: unknown) => {
      onFault(error)
      if (isStopping) return
      cancelRenewal()
      cancelRenewal = after(RETRY_MS, renewInTurn)
    })
  }

  async function renew(): Promise<void> {
    const asked = [...holds.values()].filter(isGood)
    if (asked.length === 0) return
    const askedAtMs = monotonicMs()
    const fences = asked.map(({ fence }) => fence)
    const renewed = new Set(await store.renew(fences, { leaseMs: LEASE_MS }))
    for (const hold of asked) {
      // It was given back, or lost, meanwhile.
      if (holds.get(hold.fence.userId) !== hold) continue
      if (!renewed.has(hold.fence.epoch)) lose(hold)
      // A later one may have been answered before.
      else hold.endsAtMs = Math.max(hold.endsAtMs, endOf(askedAtMs))
    }
    watchEnds()
  }

  function watchEnds(): void {
    cancelEnd()
    const first = Math.min(...[...holds.values()].map(({ endsAtMs }) => endsAtMs))
    if (!Number.isFinite(first) || isStopping) return
    cancelEnd = after(Math.max(0, first - monotonicMs()), () => {
      for (const hold of [...holds.values()]) if (!isGood(hold)) lose(hold)
      watchEnds()
    })
  }

  function lose(hold: Hold): void {
    if (!holds.delete(hold.fence.userId)) return
    onLost(hold.fence)
  }

  function isGood({ endsAtMs }: Hold): boolean {
    return monotonicMs() < endsAtMs
  }
}

function endOf(askedAtMs: number): number {
  return askedAtMs + LEASE_MS - MARGIN_MS
}
