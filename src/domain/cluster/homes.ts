import { AppError } from '../../contract/errors.ts'
import { type Clock, within } from '../clock.ts'
import { createElsewhere } from './elsewhere.ts'
import type { ClusterNode, Fence, LeaseStore } from './lease-store.ts'
import { createLeases, type Moment } from './leases.ts'
import { type AccountEngine, createResidents } from './residents.ts'
import { createSharing } from './sharing.ts'

export type Home<Engine> =
  | { readonly kind: 'here'; readonly engine: Engine }
  | { readonly kind: 'there'; readonly node: ClusterNode }

export type Homes<Engine extends AccountEngine> = ReturnType<typeof createHomes<Engine>>

/** A call waits no longer than this for its account to have a home. */
export const FIND_MS = 25_000
/** A call at a node that ends waits no longer than this for another one to take the account. */
export const LAST_FIND_MS = 5_000
const ASK_AGAIN_MS = 250
const RETRY_AFTER_SECONDS = 2

/**
 * Finds where accounts are at home: each at one of the nodes that share a store. This node takes
 * accounts up, and lets them go, from now on.
 */
export function createHomes<Engine extends AccountEngine>({
  store,
  node,
  startEngine,
  after,
  moment,
  onTerm,
  onFault,
}: {
  readonly store: LeaseStore
  /** This node. Its id is another one for each process. */
  readonly node: Pick<ClusterNode, 'id' | 'url'>
  /** The engine shows the fence with everything that it writes. */
  readonly startEngine: (userId: string, fence: Fence) => Promise<Engine>
  readonly after: Clock['after']
  readonly moment: () => Moment
  /** Called with how long this node may work for the accounts that it has. */
  readonly onTerm?: Parameters<typeof createLeases>[0]['onTerm']
  /** Called once for an account that cannot be started, until it can. */
  readonly onFault: (error: unknown, userId?: string) => void
}) {
  const monotonicMs = () => moment().monotonicMs
  const leases = createLeases({
    ...{ store, node, after, moment, onTerm, onFault: (error) => onFault(error) },
    onLost: (fence) => residents.lose(fence),
  })
  const residents = createResidents({ leases, startEngine, monotonicMs, onFault })
  const sharing = createSharing({
    ...{ residents, store, nodeId: node.id, after, monotonicMs },
    onFault: (error) => onFault(error),
  })
  const elsewhere = createElsewhere({ store, nodeId: node.id, monotonicMs })
  let isStopping = false

  return {
    find,
    /** Notes that a call to where the account was found failed: the next look does not trust it. */
    forget: elsewhere.doubt,
    stop,
    nodes,
    /** What a write for the account has to show; `undefined` where it is no longer at home here. */
    fenceOf: leases.fenceOf,
    /** The engines that run here. */
    engines: () => residents.list().map(({ userId, engine }) => ({ userId, engine })),
    /** How many accounts came here, and went, since the start. */
    moves: residents.moves,
  }

  /**
   * Finds out where an account is at home. One without a home is taken up here. Waits while the
   * account moves, and until the term of a silent node is over.
   * @throws AppError `no_home`, `stopping`, `storage_unavailable`
   */
  async function find(userId: string): Promise<Home<Engine>> {
    const beganAtMs = monotonicMs()
    const leftMs = () => beganAtMs + (isStopping ? LAST_FIND_MS : FIND_MS) - monotonicMs()
    while (leftMs() > 0) {
      const engine = residents.call(userId)
      if (engine) return { kind: 'here', engine }
      const changing = residents.changing(userId)
      if (changing) {
        await within(after, leftMs(), changing)
        continue
      }
      const place = await within(after, leftMs(), elsewhere.find(userId))
      if (typeof place === 'object') return { kind: 'there', node: place }
      const isHere = place === 'nobody' && (await takeUp(userId, leftMs()))
      if (!isHere) await new Promise<void>((resolve) => after(ASK_AGAIN_MS, resolve))
    }
    const code = isStopping ? 'stopping' : 'no_home'
    throw new AppError(code, userId, { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }

  /** @returns whether the account is here now, or changes */
  async function takeUp(userId: string, leftMs: number): Promise<boolean> {
    if (isStopping || sharing.isLeftAlone(userId)) return false
    if (!residents.failure(userId)) await within(after, leftMs, residents.takeUp(userId))
    const failed = residents.failure(userId)
    if (!failed) return residents.has(userId)
    const retryAfterSeconds = Math.ceil(failed.leftMs / 1_000)
    throw new AppError('no_home', userId, { cause: failed.cause, retryAfterSeconds })
  }

  /** The living ones, this one first. */
  function nodes(): readonly (ClusterNode & { readonly isSelf: boolean })[] {
    const others = sharing.nodes().filter(({ id }) => id !== node.id)
    return [
      { ...node, load: residents.count(), isLeaving: isStopping, isSelf: true },
      ...others.map((other) => ({ ...other, isSelf: false })),
    ]
  }

  /** Lets all accounts go, and takes leave of the other nodes. */
  async function stop(): Promise<void> {
    isStopping = true
    sharing.stop()
    leases.announceEnd()
    await residents.letAllGo()
    await leases.stop().catch((error: unknown) => onFault(error))
  }
}
