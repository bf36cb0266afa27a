import { listIdsOf } from '../../contract/campaigns/audience.ts'
import type { Campaign } from '../../contract/campaigns/campaign.ts'
import type { CampaignInput, CampaignPatch } from '../../contract/campaigns/campaign-body.ts'
import { noCounts } from '../../contract/campaigns/campaign-counts.ts'
import {
  CampaignStatus,
  canEdit,
  canPause,
  canResume,
  canStop,
} from '../../contract/campaigns/campaign-status.ts'
import type { Send } from '../../contract/campaigns/send.ts'
import { AppError } from '../../contract/errors.ts'
import { type Clock, toIso } from '../clock.ts'
import type { Publish } from '../events.ts'
import { createQuota, type Quotas } from '../quotas.ts'
import { endReasons } from '../sending/campaign-end.ts'
import type { Schedule } from '../sending/pacer.ts'
import type { MessageIds, SendLedgers } from '../sending/send-ledger.ts'
import { readSends, type SendsPage } from '../sending/send-results.ts'
import type { Sending } from '../sending/sending.ts'
import { addNew, inPages, type OwnedStore } from '../store.ts'
import type { CampaignCounters } from './campaign-counters.ts'
import { type CampaignPlan, planCampaign } from './campaign-input.ts'
import { type CampaignRecord, type CampaignStore, campaignEvent } from './campaign-record.ts'
import type { CampaignRecords } from './campaign-records.ts'
import { createReferenceCheck, type ReferenceNeeds } from './campaign-references.ts'
import { type CampaignRemovalNeeds, createCampaignRemoval } from './campaign-removal.ts'
import type { CampaignStart } from './campaign-start.ts'
import { createDueStarts } from './due-starts.ts'
import { abreast } from './ledger-lag.ts'
import { createLiveCampaigns, type LiveCampaignNeeds } from './live-campaigns.ts'

/** Chooses the campaigns of a list that are wanted. */
type Choose = (all: readonly Campaign[]) => readonly Campaign[] | Promise<readonly Campaign[]>

/** Other requests are served between two pieces of a long list. */
const CAMPAIGNS_PER_PIECE = 200

export type Campaigns = ReturnType<typeof createCampaigns>

export type CampaignNeeds = CampaignRemovalNeeds &
  ReferenceNeeds &
  LiveCampaignNeeds & {
    readonly records: CampaignRecords
    readonly due: CampaignStore['due']
    readonly withStatus: CampaignStore['withStatus']
    readonly recent: CampaignStore['recent']
    readonly sending: Pick<Sending, 'stop' | 'pause'>
    /** Goes on with a paused campaign. */
    readonly resume: (userId: string, id: string) => Promise<void>
    /** Ends a paused campaign, and gives its attempted recipients a result. */
    readonly stopPaused: (userId: string, id: string) => Promise<CampaignRecord | undefined>
    readonly counters: Pick<CampaignCounters, 'outlive'>
    readonly starts: Pick<CampaignStart, 'start' | 'instead' | 'isStarting'>
    readonly schedule: Schedule
    readonly ledgers: SendLedgers
    readonly messageIds: MessageIds
    readonly clock: Clock
    /** Durable before it resolves, and never the same twice. */
    readonly nextNumber: () => Promise<number>
    readonly publish: Publish
    readonly quotas: Pick<Quotas, 'campaigns'>
    /** Called when a start fails in the background. */
    readonly onFault: (error: unknown, campaignId: string) => void
  }

/** Everything users do with their campaigns. */
export function createCampaigns(needs: CampaignNeeds) {
  const { records, sending, schedule, clock, publish } = needs
  const { store } = records
  const live = createLiveCampaigns(needs)
  const starting = createDueStarts({ ...needs, store })
  const references = createReferenceCheck(needs)
  const removal = createCampaignRemoval({ ...needs, reschedule: starting.reschedule })
  const quota = createQuota({
    limit: needs.quotas.campaigns,
    code: 'campaign_quota',
    used: store.size,
  })

  return {
    list,
    listWithStatus,
    listRecent,
    listInPieces,
    get,
    create,
    update,
    stop,
    pause,
    resume,
    remove: removal.remove,
    restore,
    sends,
    startDue: starting.startDue,
    startReminded: starting.startReminded,
    scheduleAll: starting.scheduleAll,
    isListInUse,
  }

  /** Newest first. Only the campaigns that `choose` keeps get live counters. */
  async function list(userId: string, choose: Choose = (all) => all): Promise<readonly Campaign[]> {
    return live.some(async () => choose(await store.list(userId)))
  }

  /** Newest first, of some statuses: campaigns of other statuses are not read. */
  async function listWithStatus(
    ...wanted: Parameters<CampaignStore['withStatus']>
  ): Promise<readonly Campaign[]> {
    return live.some(() => needs.withStatus(...wanted))
  }

  /** Like `list`, of campaigns with a last moment since then: earlier ones are not read. */
  async function listRecent(userId: string, since: string, choose: Choose) {
    return live.some(async () => choose(await needs.recent(userId, since)))
  }

  /** All campaigns, newest first, as they are when their piece is read. */
  function listInPieces(userId: string): AsyncGenerator<readonly Campaign[]> {
    const page: OwnedStore<Campaign>['page'] = (...place) => live.page(() => store.page(...place))
    return inPages({ page }, userId, CAMPAIGNS_PER_PIECE)
  }

  async function get(userId: string, id: string): Promise<Campaign> {
    return live.one(() => getRecord(userId, id))
  }

  /**
   * @throws AppError `invalid`, `device_unknown`, `list_unknown`, `image_unknown`,
   * `attachment_unknown`, `campaign_quota`
   */
  async function create(
    user: { readonly id: string; readonly instanceName: string },
    input: CampaignInput,
  ): Promise<Campaign> {
    const plan = planCampaign(input)
    const checked = await references.check(user.id, plan)
    const instanceName = input.instanceName || user.instanceName
    const campaign = await quota.within(user.id, () =>
      saveNew(user.id, { ...checked, instanceName }),
    )
    starting.reschedule(user.id, campaign)
    publish(user.id, campaignEvent(campaign))
    return campaign
  }

  async function saveNew(
    userId: string,
    planned: Awaited<ReturnType<typeof references.check>> & Pick<Campaign, 'instanceName'>,
  ): Promise<CampaignRecord> {
    const now = toIso(clock.now())
    const campaign: CampaignRecord = {
      ...planned,
      ...noCounts,
      id: String(await needs.nextNumber()),
      createdAt: now,
      updatedAt: now,
      startedAt: null,
      finishedAt: null,
      endReason: null,
      wait: null,
      recipientCount: 0,
      startTries: 0,
      ...abreast,
    }
    await addNew(store, userId, campaign)
    return campaign
  }

  /** @throws AppError `campaign_locked` once the campaign has started, and those of `create` */
  async function update(userId: string, id: string, patch: CampaignPatch): Promise<Campaign> {
    const plan = planEdit(await getRecord(userId, id), patch)
    const checked = await references.check(userId, plan, id)
    const seen = { isChecked: true }
    const campaign = await records.update(userId, id, (before) => {
      seen.isChecked = JSON.stringify(planEdit(before, patch)) === JSON.stringify(plan)
      if (!seen.isChecked) return undefined
      const instanceName = patch.instanceName || before.instanceName
      return { ...before, ...checked, instanceName, startTries: 0 }
    })
    if (!campaign) throw new AppError('campaign_not_found', id)
    // Another edit came between: the plan that results from both is checked anew.
    if (!seen.isChecked) return update(userId, id, patch)
    starting.reschedule(userId, campaign)
    publish(userId, campaignEvent(campaign))
    return campaign
  }

  function planEdit(before: CampaignRecord, patch: CampaignPatch): CampaignPlan {
    const { id, status } = before
    if (!canEdit(before)) throw new AppError('campaign_locked', `${id} is ${status}`)
    if (needs.starts.isStarting(id)) throw new AppError('campaign_locked', `${id} is starting`)
    return planCampaign(patch, live.withMediumUrl(before))
  }

  /**
   * A campaign that is just beginning ends before anything is sent.
   * @throws AppError `not_running` in any status but Em Andamento and Pausada
   */
  async function stop(userId: string, id: string): Promise<Campaign> {
    return needs.starts.instead(id, async (wasStarting) => {
      const campaign = await getRecord(userId, id)
      const isStarting = wasStarting && campaign.status === CampaignStatus.scheduled
      if (!isStarting && !canStop(campaign)) {
        throw new AppError('not_running', `${id} is ${campaign.status}`)
      }
      const end = isStarting ? cancel : canResume(campaign) ? needs.stopPaused : sending.stop
      return live.one(async () => {
        const stopped = await end(userId, id)
        if (!stopped) throw new AppError('campaign_not_found', id)
        return stopped
      })
    })
  }

  /** @throws AppError `not_pausable` in any status but Em Andamento */
  async function pause(userId: string, id: string): Promise<Campaign> {
    return needs.starts.instead(id, async () => {
      const campaign = await getRecord(userId, id)
      if (!canPause(campaign)) throw new AppError('not_pausable', `${id} is ${campaign.status}`)
      return live.one(async () => {
        return (await sending.pause(userId, id)) ?? (await getRecord(userId, id))
      })
    })
  }

  /** @throws AppError `not_paused` in any status but Pausada */
  async function resume(userId: string, id: string): Promise<Campaign> {
    return needs.starts.instead(id, async () => {
      const campaign = await getRecord(userId, id)
      if (!canResume(campaign)) throw new AppError('not_paused', `${id} is ${campaign.status}`)
      await needs.resume(userId, id)
      return live.one(async () => {
        const resumed = await getRecord(userId, id)
        publish(userId, campaignEvent(resumed))
        return resumed
      })
    })
  }

  async function cancel(userId: string, id: string): Promise<CampaignRecord | undefined> {
    const last = { status: CampaignStatus.cancelled, endReason: endReasons.stopped }
    const cancelled = await records.update(userId, id, (campaign) => ({
      ...campaign,
      ...last,
      finishedAt: toIso(clock.now()),
    }))
    schedule.clear(id)
    if (cancelled) publish(userId, campaignEvent(cancelled))
    return cancelled
  }

  /** @throws AppError `campaign_not_found` where it was not removed, or too long ago */
  async function restore(userId: string, id: string): Promise<Campaign> {
    await removal.restore(userId, id)
    return get(userId, id)
  }

  async function sends(
    userId: string,
    id: string,
    page: SendsPage,
  ): Promise<{ readonly sends: AsyncIterable<Send>; readonly nextCursor: string | null }> {
    await getRecord(userId, id)
    return readSends(id, page, needs)
  }

  async function isListInUse(userId: string, listId: string): Promise<boolean> {
    const all = { statuses: [CampaignStatus.scheduled], limit: Number.MAX_SAFE_INTEGER }
    const scheduled = await needs.withStatus(userId, all)
    return scheduled.some((campaign) => listIdsOf(campaign).includes(listId))
  }

  async function getRecord(userId: string, id: string): Promise<CampaignRecord> {
    const campaign = await store.find(userId, id)
    if (!campaign) throw new AppError('campaign_not_found', id)
    return campaign
  }
}
