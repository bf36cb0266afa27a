import { isDeepStrictEqual } from 'node:util'
import { CampaignStatus } from '../contract/campaigns/campaign-status.ts'
import {
  type CampaignRecord,
  type CampaignStore,
  lastMoment,
} from '../domain/campaigns/campaign-record.ts'
import { type BinOptions, type BinRecords, openBinRecords } from './bin-records.ts'
import { asked } from './database.ts'
import type { WriteBeside } from './records.ts'

/** Campaigns, also found by their scheduled hour, by their status and by their last moment. */
export function openCampaigns(
  options: BinOptions<CampaignRecord>,
): CampaignStore & Pick<BinRecords<CampaignRecord>, 'sweep'> {
  const { db, kind, ownerId } = options
  const bin = openBinRecords(options, writeCampaignPlace(kind))

  return { ...bin, due, withStatus, recent }

  async function due({
    nowMs,
    limit,
    userId = ownerId,
    campaignId,
  }: Parameters<CampaignStore['due']>[0]) {
    return asked(async () => {
      let query = found().where('place.due_at', '<=', new Date(nowMs))
      if (userId !== undefined) query = query.where('place.user_id', '=', userId)
      if (campaignId !== undefined) query = query.where('place.id', '=', campaignId)
      const rows = await query.orderBy('place.due_at').limit(limit).execute()
      return rows.map((row) => ({ userId: row.user_id, record: bin.parse(row) }))
    })
  }

  async function withStatus(
    userId: string,
    { statuses, before, limit }: Parameters<CampaignStore['withStatus']>[1],
  ): Promise<readonly CampaignRecord[]> {
    if (statuses.length === 0) return []
    return asked(async () => {
      const own = found()
        .where('place.user_id', '=', userId)
        .where('place.status', 'in', statuses)
        .where('record.removed_at', 'is', null)
      const query = before === undefined ? own : own.where('place.number', '<', before)
      const rows = await query.orderBy('place.number', 'desc').limit(limit).execute()
      return rows.map(bin.parse)
    })
  }

  async function recent(userId: string, since: string): Promise<readonly CampaignRecord[]> {
    return asked(async () => {
      const rows = await found()
        .where('place.user_id', '=', userId)
        .where(({ eb, or }) =>
          or([eb('place.last_at', '>=', since), eb('place.last_at', 'is', null)]),
        )
        .where('record.removed_at', 'is', null)
        .orderBy('place.number', 'desc')
        .execute()
      return rows.map(bin.parse)
    })
  }

  function found() {
    return db
      .selectFrom('campaign_places as place')
      .innerJoin('records as record', (join) =>
        join
          .onRef('record.kind', '=', 'place.kind')
          .onRef('record.user_id', '=', 'place.user_id')
          .onRef('record.id', '=', 'place.id'),
      )
      .where('place.kind', '=', kind)
      .select(['record.user_id', 'record.version', 'record.body'])
  }
}

function placeOf(campaign: CampaignRecord) {
  const { status, scheduledAt, removedAt } = campaign
  const isDue = status === CampaignStatus.scheduled && typeof removedAt !== 'string'
  return { status, due_at: isDue ? scheduledAt : null, last_at: lastMoment(campaign) }
}

/** Writes the row that a campaign is found by: its hour, status and last moment. */
export function writeCampaignPlace(kind: string): WriteBeside<CampaignRecord> {
  return async (tx, { userId, record, before }) => {
    const place = placeOf(record)
    // A running campaign is saved often, for its counters, which change nothing in this row.
    if (before && isDeepStrictEqual(place, placeOf(before))) return
    await tx
      .insertInto('campaign_places')
      .values({ kind, user_id: userId, id: record.id, number: Number(record.id), ...place })
      .onConflict((conflict) => conflict.columns(['kind', 'user_id', 'id']).doUpdateSet(place))
      .execute()
  }
}
