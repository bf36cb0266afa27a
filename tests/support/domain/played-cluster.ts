import { onTestFinished } from 'vitest'
import { AppError } from '../../../src/contract/errors.ts'
import { createHomes } from '../../../src/domain/cluster/homes.ts'
import type { Fence, LeaseStore } from '../../../src/domain/cluster/lease-store.ts'
import { createMemoryLeases } from '../storage/memory/memory-leases.ts'
import { createFakeClock } from './fake-clock.ts'

/**
 * Time advances in steps of this size, and after each everything that waits for no timer happens.
 */
const STEP_MS = 100

/** Lets everything happen that waits for no timer. */
const settled = () => new Promise(setImmediate)

type PlayedEngine = {
  readonly userId: string
  readonly nodeId: string
  close(): Promise<void>
  abandon(): Promise<void>
}

/** How the engines of a node behave; asked each time one starts or ends. */
type Manner = {
  startMs: (userId: string) => number
  closeMs: (userId: string) => number
  /** Whether the account's engine cannot be started. */
  fails: (userId: string) => boolean
}

/** Several nodes over one store, in a time that the test holds. */
export function aCluster() {
  const clock = createFakeClock()
  const { store, need, needNoMore } = createMemoryLeases(clock.monotonicMs)
  const running = new Set<PlayedEngine>()
  const nodes: PlayedNode[] = []

  return {
    store,
    need,
    needNoMore,
    node,
    pass,
    until,
    homesOf,
    nodes,
    monotonicMs: clock.monotonicMs,
  }

  function node(id: string): PlayedNode {
    const created = aNode({ id, clock, store, running })
    nodes.push(created)
    onTestFinished(() => created.kill())
    return created
  }

  async function pass(ms: number): Promise<void> {
    await settled()
    for (let left = ms; left > 0; left -= STEP_MS) {
      clock.advance(Math.min(left, STEP_MS))
      await settled()
    }
  }

  /** @returns the ms that it took @throws where it takes longer than the limit */
  async function until(isSo: () => boolean, limitMs: number): Promise<number> {
    const beganMs = clock.monotonicMs()
    while (!isSo()) {
      if (clock.monotonicMs() - beganMs >= limitMs) throw new Error(`not so after ${limitMs} ms`)
      await pass(STEP_MS)
    }
    return clock.monotonicMs() - beganMs
  }

  /** The nodes at which an engine of the account may act now. */
  function homesOf(userId: string): readonly string[] {
    const frozen = new Set(nodes.filter((each) => each.isFrozen()).map(({ id }) => id))
    return [...running].flatMap((engine) =>
      engine.userId === userId && !frozen.has(engine.nodeId) ? engine.nodeId : [],
    )
  }
}

export function accounts(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `account-${index}`)
}

/** A cluster with accounts that need a node. */
export async function aClusterWith(needing: readonly string[]) {
  const cluster = aCluster()
  for (const userId of needing) await cluster.need(userId)
  const allAreAtHome = () => needing.every((userId) => cluster.homesOf(userId).length === 1)
  return { ...cluster, allAreAtHome }
}

export type PlayedNode = ReturnType<typeof aNode>

function aNode({
  id,
  clock,
  store,
  running,
}: {
  readonly id: string
  readonly clock: ReturnType<typeof createFakeClock>
  readonly store: LeaseStore
  readonly running: Set<PlayedEngine>
}) {
  const manner: Manner = { startMs: () => 0, closeMs: () => 0, fails: () => false }
  const faults: unknown[] = []
  const acts: string[] = []
  let state: 'well' | 'frozen' | 'dead' = 'well'
  let isCut = false
  /** Timers that were due while the process was stopped. */
  let late: (() => void)[] = []

  /** Timers of a process that may be stopped, or killed. */
  const after = (ms: number, work: () => void) => {
    const run = () => {
      if (state === 'well') work()
      else if (state === 'frozen') late.push(run)
    }
    const cancel = clock.after(ms, run)
    return () => {
      cancel()
      late = late.filter((each) => each !== run)
    }
  }
  const pause = (ms: number) => new Promise<void>((resolve) => void after(ms, resolve))
  const homes = createHomes<PlayedEngine>({
    ...{ store: reached(), node: { id, url: `http://${id}` }, startEngine, after },
    moment: () => ({ monotonicMs: clock.monotonicMs(), uptimeMs: clock.monotonicMs() }),
    onFault: (error) => void faults.push(error),
  })
  return {
    ...{ id, homes, manner, faults, acts, freeze, wake, kill, cut, heal },
    isFrozen: () => state === 'frozen',
    isAlive: () => state !== 'dead',
    engines: () => [...running].flatMap(({ userId, nodeId }) => (nodeId === id ? userId : [])),
  }

  async function startEngine(userId: string, { nodeId }: Fence): Promise<PlayedEngine> {
    acts.push(`start ${userId}`)
    if (manner.startMs(userId) > 0) await pause(manner.startMs(userId))
    if (manner.fails(userId)) throw new AppError('ledger_damaged', userId)
    const engine: PlayedEngine = {
      ...{ userId, nodeId },
      close: async () => {
        acts.push(`close ${userId}`)
        if (manner.closeMs(userId) > 0) await pause(manner.closeMs(userId))
        running.delete(engine)
      },
      abandon: async () => {
        acts.push(`abandon ${userId}`)
        running.delete(engine)
      },
    }
    if (state !== 'dead') running.add(engine)
    return engine
  }

  /** Every call of the store waits while the process is stopped, and fails while it is cut off. */
  function reached(): LeaseStore {
    const over =
      <Given extends readonly unknown[], Result>(method: (...given: Given) => Promise<Result>) =>
      async (...given: Given): Promise<Result> => {
        await passable()
        const result = await method(...given)
        await passable()
        return result
      }
    return {
      ...{ enter: over(store.enter), stay: over(store.stay), leave: over(store.leave) },
      ...{ take: over(store.take), giveBack: over(store.giveBack), holder: over(store.holder) },
      ...{ nodes: over(store.nodes), unheld: over(store.unheld), needing: over(store.needing) },
      enlist: over(store.enlist),
    }
  }

  async function passable(): Promise<void> {
    if (state === 'dead') await new Promise<never>(() => undefined)
    if (state === 'frozen') await new Promise<void>((resolve) => void late.push(resolve))
    if (isCut) throw new AppError('storage_unavailable', 'cut off')
  }

  function freeze(): void {
    if (state === 'well') state = 'frozen'
  }

  /** Runs at once everything that was due meanwhile, in its order. */
  function wake(): void {
    if (state !== 'frozen') return
    state = 'well'
    const due = late
    late = []
    for (const work of due) work()
  }

  function kill(): void {
    state = 'dead'
    late = []
    for (const engine of running) if (engine.nodeId === id) running.delete(engine)
  }

  function cut(): void {
    isCut = true
  }

  function heal(): void {
    isCut = false
  }
}
