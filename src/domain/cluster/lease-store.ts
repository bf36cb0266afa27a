/** One node's hold of an account, from taking it to losing it: no two have the same epoch. */
export type Fence = { readonly userId: string; readonly nodeId: string; readonly epoch: number }

/** A process that shares the store with others. */
export type ClusterNode = {
  readonly id: string
  /** Where the other nodes reach it. */
  readonly url: string
  /** How many accounts it has. */
  readonly load: number
}

/**
 * Who has which account, as all nodes see it. Times are those of the store's clock alone. All methods
 * may throw AppError `storage_unavailable`.
 */
export type LeaseStore = {
  /**
   * Gives an account that nobody has, or whose lease is over, to the node. Waits for what a holder is
   * writing under its fence.
   * @returns the epoch of the new lease; `undefined` where another node has the account
   */
  take(
    userId: string,
    lease: { readonly nodeId: string; readonly leaseMs: number },
  ): Promise<number | undefined>
  /**
   * Prolongs leases that are not over.
   * @returns the epochs of those that were
   */
  renew(fences: readonly Fence[], lease: { readonly leaseMs: number }): Promise<readonly number[]>
  /** Ends leases now; those that are others' by now stay as they are. */
  giveBack(fences: readonly Fence[]): Promise<void>
  /** Whose the account is; `undefined` where it is nobody's, or that node was not heard of. */
  holder(userId: string): Promise<ClusterNode | undefined>
  /** Tells the others that a node is there. */
  sayAlive(node: ClusterNode): Promise<void>
  /** The nodes that were heard of within so long, by their ids. */
  nodes(withinMs: number): Promise<readonly (ClusterNode & { readonly seenAt: string })[]>
  /** A node ends: it is forgotten, and its leases with it. */
  leave(nodeId: string): Promise<void>
}
