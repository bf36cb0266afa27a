import type { CampaignStatus } from '../../contract/campaigns/campaign-status.ts'
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts'

type Known = { readonly userId: string; readonly status: CampaignStatus }

/**
 * Knows the numbers of each user's campaigns by their status, so that a page of those with one
 * status costs the same however many there are with others.
 */
export function createStatusIndex() {
  const known = new Map<string, Known>()
  /** Numbers ascending. */
  const users = new Map<string, Map<CampaignStatus, number[]>>()

  return { put, drop, newest }

  /** Adds a campaign that is not in the index. */
  function put(userId: string, { id, status }: CampaignRecord): void {
    known.set(id, { userId, status })
    const own = users.get(userId) ?? new Map<CampaignStatus, number[]>()
    const numbers = own.get(status) ?? []
    users.set(userId, own.set(status, numbers))
    numbers.splice(placeOf(numbers, Number(id)), 0, Number(id))
  }

  function drop(id: string): void {
    const before = known.get(id)
    if (!before) return
    known.delete(id)
    const own = users.get(before.userId)
    const numbers = own?.get(before.status) ?? []
    numbers.splice(placeOf(numbers, Number(id)), 1)
    if (numbers.length === 0) own?.delete(before.status)
    if (own?.size === 0) users.delete(before.userId)
  }

  /** Ids from the newest on; `before`: only those older than this one, whether it is there or not. */
  function* newest(
    userId: string,
    {
      statuses,
      before,
    }: { readonly statuses: readonly CampaignStatus[]; readonly before?: string },
  ): Generator<string> {
    const end = before === undefined ? Number.POSITIVE_INFINITY : Number(before)
    const rows = [...new Set(statuses)]
      .map((status) => users.get(userId)?.get(status) ?? [])
      .map((numbers) => ({ numbers, at: placeOf(numbers, end) - 1 }))
    for (;;) {
      const numberOf = ({ numbers, at }: (typeof rows)[number]) => numbers[at] ?? -1
      const [first] = rows.filter(({ at }) => at >= 0).sort((a, b) => numberOf(b) - numberOf(a))
      if (!first) return
      yield String(numberOf(first))
      first.at -= 1
    }
  }
}

/** Position of a number among ascending ones, or where it would be inserted. */
function placeOf(numbers: readonly number[], wanted: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    // Tries the last position first, since most campaigns that change are new.
    const middle = high === numbers.length ? high - 1 : (low + high) >>> 1
    if ((numbers[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
