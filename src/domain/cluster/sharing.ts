import type { Clock } from '../clock.ts'
import type { KnownNode, LeaseStore } from './lease-store.ts'
import type { AccountEngine, Residents } from './residents.ts'

/** How often a node looks who needs a home, once it has done what it found. */
const LOOK_MS = 2_000
/**
 * When a node first takes accounts: nodes that start together know each other by then, and none
 * takes what is another's share.
 */
const FIRST_TAKE_MS = 3_000
/** How long accounts stay where they are after a node came or went. */
export const STABLE_MS = 10_000
/**
 * An account that was called so lately stays: a move might end something under way, such as the
 * scan of a code.
 */
const BUSY_MS = 30_000
/** Once no node came or went for so long, accounts that are never quiet are shared as well. */
export const PRESSING_MS = 5 * 60_000
/** An account without a home for so long is taken by any node, whatever its share. */
const OVERDUE_MS = 10_000
/** How long a node does not take up an account that it let go to another. */
const LEFT_ALONE_MS = 10_000
/** An account that needs no home is let go of after so long without a call. */
export const IDLE_MS = 10 * 60_000
/** Imported accounts are looked for this often: all others have a home from their first day on. */
const ENLIST_MS = 10 * 60_000
const ENLIST_AGAIN_MS = 60_000
const STARTS_AT_ONCE = 4
/** So many of the quietest accounts are checked at once for whether they need a home. */
const ASKED_AT_ONCE = 100
const ACCOUNTS_A_LOOK = 1_000

/**
 * Gives accounts homes in the background: a node takes up to its share of those that have none, and
 * lets go of what is beyond it while others have room.
 */
export function createSharing<Engine extends AccountEngine>({
  residents,
  store,
  nodeId,
  after,
  monotonicMs,
  onFault,
}: {
  readonly residents: Residents<Engine>
  readonly store: Pick<LeaseStore, 'nodes' | 'unheld' | 'needing' | 'enlist'>
  readonly nodeId: string
  readonly after: Clock['after']
  readonly monotonicMs: () => number
  readonly onFault: (error: unknown) => void
}) {
  const beganAtMs = monotonicMs()
  let alive: readonly KnownNode[] = []
  let sinceMs = beganAtMs
  /** Accounts without a home, with when this node first saw them so. */
  let unheld = new Map<string, number>()
  let queue: string[] = []
  /** How many of all accounts that have a home, or need one, are this node's to have. */
  let share = 0
  let startCount = 0
  let isStopped = false
  /** Accounts that are left to other nodes, with until when. */
  const leftAlone = new Map<string, number>()
  /** When it was last found that an account without calls needs its home. */
  const neededAtMs = new Map<string, number>()
  let cancel = after(0, lookInTurn)
  let cancelEnlisting = after(0, enlistInTurn)

  return { stop, isLeftAlone, nodes: () => alive }

  function stop(): void {
    isStopped = true
    cancel()
    cancelEnlisting()
  }

  /** Whether this node let go of the account a moment ago, for another one to take it. */
  function isLeftAlone(userId: string): boolean {
    return (leftAlone.get(userId) ?? 0) > monotonicMs()
  }

  function lookInTurn(): void {
    look()
      .catch((error: unknown) => {
        if (!isStopped) onFault(error)
      })
      .finally(() => {
        if (!isStopped) cancel = after(LOOK_MS, lookInTurn)
      })
  }

  /**
   * Looks at all accounts, apart from the other looks: it may take long, or fail by taking too
   * long.
   */
  function enlistInTurn(): void {
    const enlistAfter = (ms: number) => {
      if (!isStopped) cancelEnlisting = after(ms, enlistInTurn)
    }
    store.enlist().then(
      () => enlistAfter(ENLIST_MS),
      (error: unknown) => {
        if (!isStopped) onFault(error)
        enlistAfter(ENLIST_AGAIN_MS)
      },
    )
  }

  async function look(): Promise<void> {
    see(await store.nodes(), await store.unheld(ACCOUNTS_A_LOOK))
    takeSome()
    await letIdleGo()
    await letOneGo()
  }

  function see(nodes: readonly KnownNode[], found: readonly string[]): void {
    const nowMs = monotonicMs()
    const before = idsOf(alive)
    alive = nodes.filter(({ isAlive }) => isAlive)
    if (idsOf(alive) !== before) sinceMs = nowMs
    unheld = new Map(found.map((userId) => [userId, unheld.get(userId) ?? nowMs]))
    queue = inOwnOrder(found)
    const left = found.filter((userId) => !residents.has(userId)).length
    const loads = others().reduce((sum, { load }) => sum + load, residents.count())
    share = Math.ceil((loads + left) / (others().length + 1))
    for (const [userId, untilMs] of leftAlone) if (untilMs <= nowMs) leftAlone.delete(userId)
  }

  /** Each node begins at another part, so that they do not all ask for the same ones. */
  function inOwnOrder(found: readonly string[]): string[] {
    const rank = Math.max(
      0,
      alive.findIndex(({ id }) => id === nodeId),
    )
    const first = Math.floor((found.length * rank) / Math.max(1, alive.length))
    return [...found.slice(first), ...found.slice(0, first)]
  }

  function takeSome(): void {
    if (monotonicMs() - beganAtMs < FIRST_TAKE_MS) return
    while (!isStopped && startCount < STARTS_AT_ONCE) {
      const userId = queue.shift()
      if (userId === undefined) return
      if (!isWanted(userId)) continue
      startCount += 1
      residents
        .takeUp(userId)
        .catch(onFault)
        .finally(() => {
          startCount -= 1
          takeSome()
        })
    }
  }

  function isWanted(userId: string): boolean {
    if (residents.has(userId) || isLeftAlone(userId) || residents.failure(userId)) return false
    return residents.count() < share || isOverdue(userId)
  }

  /** Whether an account is taken by any node: those whose share it is may be unable to start it. */
  function isOverdue(userId: string): boolean {
    return monotonicMs() - (unheld.get(userId) ?? monotonicMs()) >= OVERDUE_MS
  }

  /** The other nodes that may take accounts. */
  function others(): readonly KnownNode[] {
    return alive.filter(({ id, isLeaving }) => id !== nodeId && !isLeaving)
  }

  async function letIdleGo(): Promise<void> {
    const asked = new Set(idleOnes())
    if (asked.size === 0) return
    for (const userId of await store.needing([...asked])) neededAtMs.set(userId, monotonicMs())
    // Without those that were called meanwhile.
    for (const userId of isStopped ? [] : idleOnes()) {
      if (asked.has(userId)) void residents.letGo(userId)
    }
    for (const userId of neededAtMs.keys()) if (!residents.has(userId)) neededAtMs.delete(userId)
  }

  /** Accounts that were not called for long, and not found to need their home since. */
  function idleOnes(): readonly string[] {
    const sinceMs = monotonicMs() - IDLE_MS
    return residents.list().flatMap(({ userId, calledAtMs }) => {
      const usedAtMs = Math.max(calledAtMs, neededAtMs.get(userId) ?? calledAtMs)
      return usedAtMs <= sinceMs ? userId : []
    })
  }

  /** Lets one account that needs a home go, where another node has clearly fewer accounts. */
  async function letOneGo(): Promise<void> {
    const isMoving = residents.isChanging() || [...unheld.keys()].some((id) => !isOverdue(id))
    if (isMoving || monotonicMs() - sinceMs < STABLE_MS || !isAboveOthers()) return
    const [userId] = await store.needing(quietest().slice(0, ASKED_AT_ONCE))
    if (userId === undefined || isStopped) return
    leftAlone.set(userId, monotonicMs() + LEFT_ALONE_MS)
    void residents.letGo(userId)
  }

  function quietest(): readonly string[] {
    const isPressing = monotonicMs() - sinceMs >= PRESSING_MS
    const busyAfterMs = monotonicMs() - BUSY_MS
    return residents
      .list()
      .filter(({ calledAtMs }) => isPressing || calledAtMs <= busyAfterMs)
      .sort((one, other) => one.calledAtMs - other.calledAtMs)
      .map(({ userId }) => userId)
  }

  function isAboveOthers(): boolean {
    const loads = others().map(({ load }) => load)
    const own = residents.count()
    const sum = loads.reduce((all, load) => all + load, own)
    return own >= Math.min(...loads) + 2 && own > sum / (loads.length + 1)
  }
}

function idsOf(nodes: readonly KnownNode[]): string {
  return JSON.stringify(nodes.map(({ id }) => id))
}
