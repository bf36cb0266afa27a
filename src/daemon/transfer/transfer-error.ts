import type { MovedKind } from '../../domain/transfer/transfer.ts'

export type TransferProblem =
  | 'database_foreign'
  | 'database_outdated'
  | 'database_used'
  | 'differs'
  | 'folder_used'
  | 'nodes_alive'
  | 'restored'

/** Nothing was moved, or what was moved does not count. */
export class TransferError extends Error {
  readonly problem: TransferProblem
  /** What was moved and what was found of each kind, where the two differ. */
  readonly kinds: readonly MovedKind[]

  constructor(problem: TransferProblem, kinds: readonly MovedKind[] = []) {
    super(`cannot move everything: ${problem}`)
    this.name = 'TransferError'
    this.problem = problem
    this.kinds = kinds
  }
}
