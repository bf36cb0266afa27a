import { AppError } from '../../contract/errors.ts'

/** One node's hold of an account, from taking it to losing it: no two have the same epoch. */
export type Fence = { readonly userId: string; readonly nodeId: string; readonly epoch: number }

/** Whether something failed because the account is not at home at this node any more. */
export function isLeaseLost(error: unknown): boolean {
  return error instanceof AppError && error.code === 'lease_lost'
}

/** A process that shares the store with others. */
export type ClusterNode = {
  readonly id: string
  /** Where the other nodes reach it. */
  readonly url: string
  /** How many accounts it has. */
  readonly load: number
  /** Whether it is about to end: it gives its accounts back, and takes no others. */
  readonly isLeaving: boolean
}

export type KnownNode = ClusterNode & {
  /** When it was last heard of, by the store's clock. */
  readonly seenAt: string
  readonly silentMs: number
  /** Whether its term lasts. */
  readonly isAlive: boolean
}

/** A lease of the term that is asked for. */
export type TermLease = Pick<Fence, 'userId' | 'epoch'>

/**
 * Which account is at home at which node, as all nodes see it. A node has its leases for the length
 * of a term, which it prolongs as a whole: a node that falls silent loses all of them with the
 * term, and what it takes from then on belongs to another term. Times are those of the store's
 * clock alone. All methods may throw AppError `storage_unavailable`.
 */
export type LeaseStore = {
  /**
   * Begins a term of the node. Leases of its earlier one are nobody's.
   * @returns the number of the term, which no other has
   */
  enter(node: ClusterNode, options: { readonly termMs: number }): Promise<number>
  /**
   * Prolongs a term, and publishes the state of the node to the others.
   * @returns the leases of the term; `undefined` where it is over
   */
  stay(
    node: ClusterNode,
    options: { readonly term: number; readonly termMs: number },
  ): Promise<readonly TermLease[] | undefined>
  /** A node ends: it is forgotten, and its leases are nobody's. */
  leave(nodeId: string): Promise<void>
  /**
   * Gives an account that nobody has to a term that lasts.
   * @returns the epoch of the new lease; `undefined` where another node has the account, or had it
   * and is still writing under its fence
   */
  take(userId: string, term: number): Promise<number | undefined>
  /** Ends leases now; those that are others' by now stay as they are. */
  giveBack(leases: readonly TermLease[]): Promise<void>
  /** Where the account is at home. */
  holder(userId: string): Promise<KnownNode | undefined>
  /** All nodes that were heard of lately, by their ids. */
  nodes(): Promise<readonly KnownNode[]>
  /**
   * Up to `limit` accounts that had a home and have none now, such as those of a node that died.
   * One that was given back is among them if it needs a home: a device, a campaign or a delivery
   * waits in it.
   */
  unheld(limit: number): Promise<readonly string[]>
  /** Those of the accounts that need a home also while nobody calls. */
  needing(userIds: readonly string[]): Promise<readonly string[]>
  /** Adds imported accounts that need a home and never had one to those without a home. */
  enlist(): Promise<void>
}
