import { type CampaignRecord, lastMoment } from '../../domain/campaigns/campaign-record.ts'

type Known = { readonly userId: string; readonly day: string }

/**
 * Knows each user's campaigns by the day of their last moment, so that finding the recent ones costs
 * the same however many are older.
 */
export function createRecentIndex() {
  const known = new Map<string, Known>()
  const users = new Map<string, Map<string, Set<string>>>()

  return { put, drop, since }

  /** Adds a campaign that is not in the index. */
  function put(userId: string, record: CampaignRecord): void {
    const day = dayOf(lastMoment(record))
    known.set(record.id, { userId, day })
    const days = users.get(userId) ?? new Map<string, Set<string>>()
    users.set(userId, days.set(day, (days.get(day) ?? new Set()).add(record.id)))
  }

  function drop(id: string): void {
    const before = known.get(id)
    if (!before) return
    known.delete(id)
    const days = users.get(before.userId)
    const ids = days?.get(before.day)
    ids?.delete(id)
    if (ids?.size === 0) days?.delete(before.day)
    if (days?.size === 0) users.delete(before.userId)
  }

  /** Ids of campaigns with a moment on the day of this one or later, the newest first. */
  function since(userId: string, moment: string): readonly string[] {
    const first = dayOf(moment)
    const days = [...(users.get(userId) ?? [])].filter(([day]) => day >= first)
    return days.flatMap(([, ids]) => [...ids]).sort((a, b) => Number(b) - Number(a))
  }
}

function dayOf(moment: string): string {
  return moment.slice(0, 'YYYY-MM-DD'.length)
}
