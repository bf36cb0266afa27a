import { CampaignStatus } from '../../contract/campaigns/campaign-status.ts'
import type { Bin } from '../../domain/bin.ts'
import {
  type CampaignRecord,
  type CampaignStore,
  lastMoment,
} from '../../domain/campaigns/campaign-record.ts'
import type { Change } from '../../domain/store.ts'
import { createRecentIndex } from './recent-index.ts'
import { createStatusIndex } from './status-index.ts'

type Place = { readonly userId: string; readonly id: string; readonly atMs: number }

const HOUR_MS = 60 * 60_000

/**
 * Indexes campaigns by their scheduled hour, and each user's by their status and by the day of
 * their last moment. So the cost of finding due ones, a page of some status or the recent ones does
 * not depend on how many others there are. Built from the records, and updated with each of them.
 */
export async function withDueIndex(store: Bin<CampaignRecord>): Promise<CampaignStore> {
  /** By hour since the epoch. */
  const hours = new Map<number, Map<string, Place>>()
  const places = new Map<string, Place>()
  const byStatus = createStatusIndex()
  const byDay = createRecentIndex()

  // In ascending order, since an insertion in the middle would move all that follow.
  const all = (await store.listAll()).toSorted((a, b) => Number(a.record.id) - Number(b.record.id))
  for (const { userId, record } of all) put(userId, record)

  return { ...store, create, save, update, remove, restore, due, withStatus, recent }

  function create(userId: string, record: CampaignRecord): Promise<boolean> {
    return following(userId, record.id, store.create(userId, record))
  }

  function save(userId: string, record: CampaignRecord): Promise<void> {
    return following(userId, record.id, store.save(userId, record))
  }

  function update(
    userId: string,
    id: string,
    change: Change<CampaignRecord>,
  ): Promise<CampaignRecord | undefined> {
    return following(userId, id, store.update(userId, id, change))
  }

  function remove(
    ...given: Parameters<CampaignStore['remove']>
  ): Promise<CampaignRecord | undefined> {
    const [userId, id] = given
    return following(userId, id, store.remove(...given))
  }

  function restore(userId: string, id: string): Promise<CampaignRecord | undefined> {
    return following(userId, id, store.restore(userId, id))
  }

  /**
   * Updates the index after a change, also after a refused one, since an earlier change may have
   * indexed what was undone.
   */
  async function following<Result>(
    userId: string,
    id: string,
    change: Promise<Result>,
  ): Promise<Result> {
    try {
      return await change
    } finally {
      await refresh(userId, id)
    }
  }

  /** Indexes the record as it is now, whichever of two changes ended first. */
  async function refresh(userId: string, id: string): Promise<void> {
    const record = await store.find(userId, id)
    drop(id)
    if (record) put(userId, record)
  }

  function put(userId: string, record: CampaignRecord): void {
    const { id, status, scheduledAt } = record
    byStatus.put(userId, record)
    byDay.put(userId, record)
    if (status !== CampaignStatus.scheduled || scheduledAt === null) return
    const place = { userId, id, atMs: Date.parse(scheduledAt) }
    const hour = hourOf(place.atMs)
    const own = hours.get(hour) ?? new Map<string, Place>()
    hours.set(hour, own.set(id, place))
    places.set(id, place)
  }

  function drop(id: string): void {
    byStatus.drop(id)
    byDay.drop(id)
    const place = places.get(id)
    if (!place) return
    places.delete(id)
    const hour = hourOf(place.atMs)
    const own = hours.get(hour)
    own?.delete(id)
    if (own?.size === 0) hours.delete(hour)
  }

  async function due({ nowMs, limit, userId, campaignId }: Parameters<CampaignStore['due']>[0]) {
    if (campaignId !== undefined) return dueOne(campaignId, nowMs)
    const past = [...hours.keys()].filter((hour) => hour <= hourOf(nowMs)).sort((a, b) => a - b)
    const found: { readonly userId: string; readonly record: CampaignRecord }[] = []
    for (const hour of past) {
      const own = [...(hours.get(hour)?.values() ?? [])].sort((a, b) => a.atMs - b.atMs)
      for (const place of own) {
        if (found.length >= limit || place.atMs > nowMs) return found
        if (userId !== undefined && userId !== place.userId) continue
        const record = await store.find(place.userId, place.id)
        if (record) found.push({ userId: place.userId, record })
      }
    }
    return found
  }

  async function withStatus(
    userId: string,
    { limit, ...wanted }: Parameters<CampaignStore['withStatus']>[1],
  ): Promise<readonly CampaignRecord[]> {
    const found: CampaignRecord[] = []
    for (const id of byStatus.newest(userId, wanted)) {
      if (found.length >= limit) break
      const record = await store.find(userId, id)
      // A record may show a change before the index does.
      if (record && wanted.statuses.includes(record.status)) found.push(record)
    }
    return found
  }

  async function recent(userId: string, since: string): Promise<readonly CampaignRecord[]> {
    const found: CampaignRecord[] = []
    for (const id of byDay.since(userId, since)) {
      const record = await store.find(userId, id)
      if (record && lastMoment(record) >= since) found.push(record)
    }
    return found
  }

  /** Looks at one campaign only, however many others are due. */
  async function dueOne(campaignId: string, nowMs: number) {
    const place = places.get(campaignId)
    if (!place || place.atMs > nowMs) return []
    const record = await store.find(place.userId, place.id)
    return record ? [{ userId: place.userId, record }] : []
  }
}

function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS)
}
