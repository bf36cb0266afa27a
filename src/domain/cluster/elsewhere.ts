import type { KnownNode, LeaseStore } from './lease-store.ts'
import { BEAT_MS } from './leases.ts'

/** How long the place of an account is trusted without asking the store again. */
const KNOWN_MS = 1_500
/** A node that was silent for so long is not called: it comes back, or its accounts are taken. */
const SILENT_MS = 3 * BEAT_MS
/** Accounts whose places are remembered; beyond this the oldest is forgotten. */
const KNOWN_COUNT = 10_000

type Found = { readonly node: KnownNode; readonly atMs: number; readonly isDoubted: boolean }

/** Finds accounts that are at home at other nodes, and remembers for a moment where that was. */
export function createElsewhere({
  store,
  nodeId,
  monotonicMs,
}: {
  readonly store: Pick<LeaseStore, 'holder'>
  readonly nodeId: string
  readonly monotonicMs: () => number
}) {
  const known = new Map<string, Found>()

  return { find, doubt }

  /**
   * Resolves to the node to call, `'unheard'` where the node that has the account is silent, and
   * `'nobody'` where no other node has it.
   */
  async function find(userId: string): Promise<KnownNode | 'unheard' | 'nobody'> {
    const found = known.get(userId)
    if (found && !found.isDoubted && monotonicMs() - found.atMs < KNOWN_MS) return found.node
    const atMs = monotonicMs()
    const node = await store.holder(userId)
    // A call to that node may have failed meanwhile.
    const before = known.get(userId)
    known.delete(userId)
    if (!node || node.id === nodeId) return 'nobody'
    const isStillDoubted = before?.isDoubted === true && isSameSign(before.node, node)
    const isDoubted = isStillDoubted || node.silentMs >= SILENT_MS
    remember(userId, { node, atMs, isDoubted })
    return isDoubted ? 'unheard' : node
  }

  /**
   * Notes that a call to where the account was found failed: that node is not called until it gives
   * a sign of life.
   */
  function doubt(userId: string): void {
    const found = known.get(userId)
    if (found) known.set(userId, { ...found, isDoubted: true })
  }

  function remember(userId: string, found: Found): void {
    known.set(userId, found)
    const [oldest] = known.keys()
    if (known.size > KNOWN_COUNT && oldest !== undefined) known.delete(oldest)
  }
}

/** Whether the node gave no sign of life in between. */
function isSameSign(before: KnownNode, now: KnownNode): boolean {
  return before.id === now.id && before.seenAt === now.seenAt
}
