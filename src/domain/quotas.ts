import { AppError, type ErrorCode } from '../contract/errors.ts'

/** What one user may have. A daemon serves several, and none may take the room of the others. */
export type Quotas = {
  readonly lists: number
  readonly contactsPerList: number
  readonly campaigns: number
  readonly devices: number
  readonly uploads: number
  readonly uploadBytes: number
  /** Open event streams; every tab of the console has one. */
  readonly streams: number
}

/**
 * Keeps what a user has below a limit. What is being added counts already, so that calls at the same
 * time cannot pass together.
 */
export function createQuota({
  limit,
  code,
  used,
}: {
  readonly limit: number
  readonly code: ErrorCode
  /** How much the user has. */
  readonly used: (userId: string) => Promise<number>
}) {
  const underWay = new Map<string, number>()

  return { within }

  /**
   * Runs work that adds an amount to what the user has.
   * @throws AppError with the quota's code, and whatever `work` throws
   */
  async function within<Result>(
    userId: string,
    work: () => Promise<Result>,
    amount = 1,
  ): Promise<Result> {
    const others = underWay.get(userId) ?? 0
    underWay.set(userId, others + amount)
    try {
      const total = (await used(userId)) + others + amount
      if (total > limit) throw new AppError(code, `${total} of ${limit}`)
      return await work()
    } finally {
      const left = (underWay.get(userId) ?? 0) - amount
      if (left > 0) underWay.set(userId, left)
      else underWay.delete(userId)
    }
  }
}
