import { growingPauseMs } from '../../contract/growing-pause.ts'
import type { Fence } from './lease-store.ts'
import type { Leases } from './leases.ts'

/** All that works for one account. */
export type AccountEngine = {
  /** Lets what is under way end within its time. The lease is good until then. */
  close(): Promise<void>
  /**
   * Closes all sockets at once and writes nothing more: the lease is over. May come during `close`.
   */
  abandon(): Promise<void>
}

type Here<Engine> = { readonly fence: Fence; readonly engine: Engine; calledAtMs: number }

type Resident<Engine> =
  | { readonly phase: 'starting'; readonly done: Promise<void> }
  | ({ readonly phase: 'ending'; readonly done: Promise<void> } & Here<Engine>)
  | ({ readonly phase: 'here' } & Here<Engine>)

type Failure = { readonly count: number; readonly againAtMs: number; readonly cause: unknown }

const pause = { firstMs: 1_000, longestMs: 30_000 }
/** Engines that are ended at once. */
const ENDS_AT_ONCE = 32

/** The accounts whose engines run at this node, start, or end. Each has one engine at a time. */
export type Residents<Engine extends AccountEngine> = ReturnType<typeof createResidents<Engine>>

export function createResidents<Engine extends AccountEngine>({
  leases,
  startEngine,
  monotonicMs,
  onFault,
}: {
  readonly leases: Pick<Leases, 'take' | 'fenceOf' | 'giveBack'>
  readonly startEngine: (userId: string, fence: Fence) => Promise<Engine>
  readonly monotonicMs: () => number
  readonly onFault: (error: unknown, userId: string) => void
}) {
  const residents = new Map<string, Resident<Engine>>()
  const failures = new Map<string, Failure>()
  const moves = { taken: 0, givenBack: 0, lost: 0, failed: 0 }

  return {
    ...{ call, changing, takeUp, letGo, letAllGo, lose, list, failure },
    /** Counts the accounts that this node has or is about to have. */
    count: () => [...residents.values()].filter(({ phase }) => phase !== 'ending').length,
    isChanging: () => [...residents.values()].some(({ phase }) => phase !== 'here'),
    has: (userId: string) => residents.has(userId),
    moves: () => ({ ...moves }),
  }

  /** The running engine of an account that somebody calls. */
  function call(userId: string): Engine | undefined {
    // Notices at once that the lease is over, and has the engine abandoned.
    if (!leases.fenceOf(userId)) return undefined
    const resident = residents.get(userId)
    if (resident?.phase !== 'here') return undefined
    resident.calledAtMs = monotonicMs()
    return resident.engine
  }

  /** Resolves once the engine has started or ended; `undefined` where it does neither. */
  function changing(userId: string): Promise<void> | undefined {
    const resident = residents.get(userId)
    return resident && resident.phase !== 'here' ? resident.done : undefined
  }

  /** Why the account's engine could not be started, where it is not yet time to try again. */
  function failure(
    userId: string,
  ): { readonly leftMs: number; readonly cause: unknown } | undefined {
    const failed = failures.get(userId)
    const leftMs = (failed?.againAtMs ?? 0) - monotonicMs()
    return failed && leftMs > 0 ? { leftMs, cause: failed.cause } : undefined
  }

  /**
   * Starts the engine of an account, if this node can have it. A start that fails is noted.
   * @throws AppError `storage_unavailable` where the lease cannot be asked for
   */
  async function takeUp(userId: string): Promise<void> {
    if (residents.has(userId)) return
    const started = start(userId)
    residents.set(userId, { phase: 'starting', done: started.catch(() => undefined) })
    return started
  }

  async function start(userId: string): Promise<void> {
    let isHere = false
    try {
      const fence = await leases.take(userId)
      isHere = fence !== undefined && (await startWith(userId, fence))
    } finally {
      if (!isHere) residents.delete(userId)
    }
  }

  async function startWith(userId: string, fence: Fence): Promise<boolean> {
    try {
      const engine = await startEngine(userId, fence)
      if (leases.fenceOf(userId) === fence) {
        residents.set(userId, { phase: 'here', fence, engine, calledAtMs: monotonicMs() })
        failures.delete(userId)
        moves.taken += 1
        return true
      }
      await abandon(userId, engine)
    } catch (error) {
      // Without its lease no engine can start: that is no failure of the account.
      if (leases.fenceOf(userId) === fence) await fail(userId, error)
    }
    return false
  }

  async function fail(userId: string, cause: unknown): Promise<void> {
    const count = (failures.get(userId)?.count ?? 0) + 1
    const pauseMs = growingPauseMs(count - 1, pause)
    failures.set(userId, { count, cause, againAtMs: monotonicMs() + pauseMs })
    moves.failed += 1
    if (count === 1) onFault(cause, userId)
    await giveBack(userId)
  }

  /** Ends an engine that runs, and gives the account back. */
  async function letGo(userId: string): Promise<void> {
    const resident = residents.get(userId)
    if (resident?.phase !== 'here') return
    const done = end(userId, resident)
    residents.set(userId, { ...resident, phase: 'ending', done })
    return done
  }

  async function end(userId: string, { engine }: Here<Engine>): Promise<void> {
    try {
      await engine.close()
    } catch (error) {
      onFault(error, userId)
      await abandon(userId, engine)
    }
    if (leases.fenceOf(userId)) {
      moves.givenBack += 1
      await giveBack(userId)
    }
    residents.delete(userId)
  }

  /** Gives a lease back. Where that fails, it ends with the node's next sign of life. */
  async function giveBack(userId: string): Promise<void> {
    await leases.giveBack(userId).catch((error: unknown) => onFault(error, userId))
  }

  /** Abandons the engine of an account whose lease is over. */
  function lose({ userId, epoch }: Fence): void {
    const resident = residents.get(userId)
    // An engine that still starts is abandoned once it is there.
    if (!resident || resident.phase === 'starting' || resident.fence.epoch !== epoch) return
    moves.lost += 1
    const abandoned = abandon(userId, resident.engine)
    if (resident.phase === 'ending') return
    const done = abandoned.then(() => void residents.delete(userId))
    residents.set(userId, { ...resident, phase: 'ending', done })
  }

  async function abandon(userId: string, engine: Engine): Promise<void> {
    await engine.abandon().catch((error: unknown) => onFault(error, userId))
  }

  /** Lets all accounts go, also those that are about to come. Nobody takes any up from then on. */
  async function letAllGo(): Promise<void> {
    const left = [...residents.keys()]
    const work = async () => {
      for (let userId = left.shift(); userId !== undefined; userId = left.shift()) {
        const starting = changing(userId)
        if (starting !== undefined) await starting
        await letGo(userId)
      }
    }
    await Promise.all(Array.from({ length: ENDS_AT_ONCE }, work))
  }

  function list() {
    return [...residents].flatMap(([userId, resident]) =>
      resident.phase === 'here' ? { userId, ...resident } : [],
    )
  }
}
