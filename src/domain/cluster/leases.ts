import type { Clock } from '../clock.ts'
import { createSerial } from '../serial.ts'
import type { DevicePlace, Fence, LeaseStore } from './lease-store.ts'

/**
 * The devices that this node has. A device belongs to one node at a time: whoever writes for it, or
 * has its socket open, holds its lease.
 */
export type Leases = {
  /** Resolves to `undefined` where another node has the device. @throws AppError `storage_unavailable` */
  take(device: DevicePlace): Promise<Fence | undefined>
  /**
   * What a write for the device has to show; `undefined` where this node does not have it, or cannot
   * know any more that it does. Asks nobody: right also at the moment a frozen process wakes.
   */
  fenceOf(device: DevicePlace): Fence | undefined
  /** Lets other nodes have the device at once. Nothing may be sent or written for it any more. */
  giveBack(device: DevicePlace): Promise<void>
  /** The devices that this node has. */
  held(): readonly Fence[]
  /** Gives all devices back, and renews no more. */
  stop(): Promise<void>
}

/** How long a device stays with a node that is not heard of any more. */
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
  /** The device is not this node's any more, and was not given back: close its socket. */
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

  /** One at a time: whoever takes a device that is its own ends its earlier lease. */
  async function take(device: DevicePlace): Promise<Fence | undefined> {
    return serially(keyOf(device), () => takeNow(device))
  }

  async function takeNow(device: DevicePlace): Promise<Fence | undefined> {
    const known = fenceOf(device)
    if (known || isStopping) return known
    const askedAtMs = monotonicMs()
    const epoch = await store.take(device, { nodeId, leaseMs: LEASE_MS })
    if (epoch === undefined) return undefined
    const { userId, deviceId } = device
    const hold = { fence: { userId, deviceId, nodeId, epoch }, endsAtMs: endOf(askedAtMs) }
    // It took too long to be told, or nothing is wanted any more: others need not wait for its end.
    if (!isGood(hold) || isStopping) {
      await store.giveBack([hold.fence])
      return undefined
    }
    holds.set(keyOf(device), hold)
    watchEnds()
    return hold.fence
  }

  function fenceOf(device: DevicePlace): Fence | undefined {
    const hold = holds.get(keyOf(device))
    if (!hold) return undefined
    if (isGood(hold)) return hold.fence
    lose(hold)
    return undefined
  }

  async function giveBack(device: DevicePlace): Promise<void> {
    const hold = holds.get(keyOf(device))
    if (!hold) return
    holds.delete(keyOf(device))
    await serially(keyOf(device), () => store.giveBack([hold.fence]))
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
      if (holds.get(keyOf(hold.fence)) !== hold) continue
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
    if (!holds.delete(keyOf(hold.fence))) return
    onLost(hold.fence)
  }

  function isGood({ endsAtMs }: Hold): boolean {
    return monotonicMs() < endsAtMs
  }
}

/** Of a program that is alone with its data: every device is its own. */
export function createOwnLeases(nodeId: string): Leases {
  const taken = new Map<string, Fence>()
  return {
    take: async (device) => {
      const { userId, deviceId } = device
      const fence = taken.get(keyOf(device)) ?? { userId, deviceId, nodeId, epoch: 0 }
      taken.set(keyOf(device), fence)
      return fence
    },
    fenceOf: (device) => taken.get(keyOf(device)),
    giveBack: async (device) => void taken.delete(keyOf(device)),
    held: () => [...taken.values()],
    stop: async () => taken.clear(),
  }
}

function endOf(askedAtMs: number): number {
  return askedAtMs + LEASE_MS - MARGIN_MS
}

function keyOf({ userId, deviceId }: DevicePlace): string {
  return JSON.stringify([userId, deviceId])
}
