import { CampaignStatus } from '../../contract/campaigns/campaign-status.ts'
import type { Clock } from '../clock.ts'
import type { Schedule } from '../sending/pacer.ts'
import type { CampaignRecord, CampaignStore } from './campaign-record.ts'
import type { CampaignStart } from './campaign-start.ts'

/** Campaigns that one call of `startDue` starts at most; the next one starts the rest. */
const MAX_STARTS_AT_ONCE = 1_000

/** The hours of scheduled campaigns, and their starts once these have come. */
export function createDueStarts(needs: {
  readonly store: Pick<CampaignStore, 'listAll'>
  readonly due: CampaignStore['due']
  readonly starts: Pick<CampaignStart, 'start'>
  readonly schedule: Schedule
  readonly clock: Clock
  /** Called when a start fails in the background. */
  readonly onFault: (error: unknown, campaignId: string) => void
}) {
  const { store, schedule, clock } = needs
  return { reschedule, startDue, startReminded, scheduleAll }

  function reschedule(userId: string, { id, status, scheduledAt }: CampaignRecord): void {
    if (status !== CampaignStatus.scheduled || scheduledAt === null) {
      schedule.clear(id)
      return
    }
    if (Date.parse(scheduledAt) > clock.now()) {
      schedule.set(id, scheduledAt)
      return
    }
    // Starts in the background: the answer does not wait until the audience is read.
    schedule.clear(id)
    needs.starts.start(userId, id).catch((error) => needs.onFault(error, id))
  }

  /** Starts the due campaigns of one user, or of all users. */
  async function startDue(userId?: string): Promise<string[]> {
    return startAll(await needs.due({ nowMs: clock.now(), limit: MAX_STARTS_AT_ONCE, userId }))
  }

  /** Starts one campaign whose time has come; every other one has a timer of its own. */
  async function startReminded(id: string): Promise<string[]> {
    return startAll(await needs.due({ nowMs: clock.now(), limit: 1, campaignId: id }))
  }

  async function startAll(due: Awaited<ReturnType<CampaignStore['due']>>): Promise<string[]> {
    const started: string[] = []
    for (const { userId: owner, record } of due) {
      schedule.clear(record.id)
      if (await needs.starts.start(owner, record.id)) started.push(record.id)
    }
    return started
  }

  /** Schedules campaigns to come, since the schedule lives in memory only. */
  async function scheduleAll(): Promise<void> {
    for (const { userId, record } of await store.listAll()) reschedule(userId, record)
  }
}
