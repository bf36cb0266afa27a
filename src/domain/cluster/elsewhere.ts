import type { KnownNode, LeaseStore } from './lease-store.ts'
import { BEAT_MS } from './leases.ts'

/** So long nobody is asked again where an account is. */
const KNOWN_MS = 1_500
/** A node that was silent for so long is not called: it comes back, or its accounts are taken. */
const SILENT_MS = 3 * BEAT_MS
/** What was found out is forgotten once so many accounts are known, the oldest of it first. */
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
   * Resolves to the node to call, `'unheard'` where one has the account that cannot be called, and
   * `'nobody'` where no other node has it.
   */
  async function find(userId: string): Promise<KnownNode | 'unheard' | 'nobody'> {
    const found = known.get(userId)
    if (found && !found.isDoubted && monotonicMs() - found.atMs < KNOWN_MS) return found.node
    const atMs = monotonicMs()
    const node = await store.holder(userId)
    // Somebody may have come to doubt it meanwhile.
    const before = known.get(userId)
    known.delete(userId)
    if (!node || node.id === nodeId) return 'nobody'
    const isStillDoubted = before?.isDoubted === true && isSameSign(before.node, node)
    const isDoubted = isStillDoubted || node.silentMs >= SILENT_MS
    remember(userId, { node, atMs, isDoubted })
    return isDoubted ? 'unheard' : node
  }

  /** A call to where the account was found came to nothing: until that node is heard of, it is not called. */
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

/** Whether nothing was heard of the node in between. */
function isSameSign(before: KnownNode, now: KnownNode): boolean {
  return before.id === now.id && before.seenAt === now.seenAt
}
