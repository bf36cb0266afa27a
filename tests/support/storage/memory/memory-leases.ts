import { toIso } from '../../../../src/domain/clock.ts'
import type {
  ClusterNode,
  KnownNode,
  LeaseStore,
} from '../../../../src/domain/cluster/lease-store.ts'

type Term = ClusterNode & {
  readonly number: number
  readonly seenAtMs: number
  readonly untilMs: number
}
type Lease = { readonly term: number; readonly epoch: number }

const NOBODYS = 0

/** Leases in memory, for nodes that a test plays in one process. `nowMs` is the store's own clock. */
export function createMemoryLeases(nowMs: () => number) {
  const terms = new Map<string, Term>()
  const leases = new Map<string, Lease>()
  const needy = new Set<string>()
  let lastNumber = 0
  const next = () => {
    lastNumber += 1
    return lastNumber
  }
  const lasts = ({ untilMs }: Term) => untilMs > nowMs()
  const termOf = (number: number) =>
    [...terms.values()].find((term) => term.number === number && lasts(term))
  const shown = (term: Term): KnownNode => ({
    ...{ id: term.id, url: term.url, load: term.load, isLeaving: term.isLeaving },
    isAlive: lasts(term),
    ...{ seenAt: toIso(term.seenAtMs), silentMs: nowMs() - term.seenAtMs },
  })
  const heardOf = (termMs: number) => ({ seenAtMs: nowMs(), untilMs: nowMs() + termMs })

  const store: LeaseStore = {
    enter: async (node, { termMs }) => {
      const number = next()
      terms.set(node.id, { ...node, ...heardOf(termMs), number })
      return number
    },
    stay: async (node, { term: number, termMs }) => {
      const term = termOf(number)
      if (term?.id !== node.id) return undefined
      terms.set(node.id, { ...node, ...heardOf(termMs), number })
      return [...leases].flatMap(([userId, { term: of, epoch }]) =>
        of === number ? { userId, epoch } : [],
      )
    },
    leave: async (nodeId) => void terms.delete(nodeId),
    take: async (userId, term) => {
      const before = leases.get(userId)
      const isFree = !before || before.term === term || !termOf(before.term)
      if (!termOf(term) || !isFree) return undefined
      const epoch = next()
      leases.set(userId, { term, epoch })
      return epoch
    },
    giveBack: async (given) => {
      for (const { userId, epoch } of given) {
        if (leases.get(userId)?.epoch !== epoch) continue
        if (needy.has(userId)) leases.set(userId, { term: NOBODYS, epoch })
        else leases.delete(userId)
      }
    },
    holder: async (userId) => {
      const term = termOf(leases.get(userId)?.term ?? NOBODYS)
      return term && shown(term)
    },
    nodes: async () =>
      [...terms.values()].sort((one, other) => (one.id < other.id ? -1 : 1)).map(shown),
    unheld: async (limit) => {
      const free = [...leases].filter(([, { term }]) => !termOf(term))
      return free.slice(0, limit).map(([userId]) => userId)
    },
    needing: async (userIds) => userIds.filter((userId) => needy.has(userId)),
    enlist: async () => {
      for (const userId of needy) {
        if (!leases.has(userId)) leases.set(userId, { term: NOBODYS, epoch: 0 })
      }
    },
  }

  return {
    store,
    need: async (userId: string): Promise<void> => void needy.add(userId),
    needNoMore: async (userId: string): Promise<void> => void needy.delete(userId),
    /** Ends the node's term, as if it had sent no sign of life for long. */
    endTerm: async (nodeId: string): Promise<void> => {
      const term = terms.get(nodeId)
      if (term) terms.set(nodeId, { ...term, untilMs: nowMs() })
    },
  }
}
