import { AppError, type ErrorCode } from '../contract/errors.ts'
import { createSerial } from './serial.ts'

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

type UnderWay = { readonly amount: number; readonly waiting: (() => void)[] }

const nothing: UnderWay = { amount: 0, waiting: [] }

/**
 * Keeps what a user has below a limit. What is being added counts already, so that calls at the
 * same time cannot pass together. Since it may be there already and count twice, a call that finds
 * no room because of it is not refused: it waits until that has ended.
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
  const serially = createSerial()
  const underWay = new Map<string, UnderWay>()

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
    for (;;) {
      const found = await serially(userId, () => enter(userId, amount))
      if (found.hasRoom) break
      await found.isOver
    }
    try {
      return await work()
    } finally {
      leave(userId, amount)
    }
  }

  /** Takes room, or says when to ask again. @throws AppError with the quota's code */
  async function enter(userId: string, amount: number) {
    const count = await used(userId)
    const own = underWay.get(userId) ?? nothing
    const total = count + own.amount + amount
    if (total <= limit) {
      underWay.set(userId, { amount: own.amount + amount, waiting: own.waiting.splice(0) })
      return { hasRoom: true } as const
    }
    if (own.amount === 0) throw new AppError(code, `${total} of ${limit}`)
    const isOver = new Promise<void>((resolve) => own.waiting.push(resolve))
    return { hasRoom: false, isOver } as const
  }

  function leave(userId: string, amount: number): void {
    const own = underWay.get(userId) ?? nothing
    if (own.amount > amount) underWay.set(userId, { amount: own.amount - amount, waiting: [] })
    else underWay.delete(userId)
    for (const wake of own.waiting) wake()
  }
}
