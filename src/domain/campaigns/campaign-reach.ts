import { ExclusionReason } from '../../contract/campaigns/campaign-preview.ts'
import { AppError } from '../../contract/errors.ts'
import { createPhoneSet, identityOf, type PhoneSet } from '../contacts/phone-set.ts'
import { isInDoubt, type Recipient, RecipientStatus } from '../sending/recipient.ts'
import type { LedgerMaintenance, SendLedgers } from '../sending/send-ledger.ts'
import type { Activity } from '../stats/activity.ts'
import type { Excluder } from './audience.ts'
import type { CampaignStore } from './campaign-record.ts'

export type CampaignReach = ReturnType<typeof createCampaignReach>

/** Whom one campaign reached, in the order of the sends. */
type Reached = {
  readonly acceptedCount: number
  readonly identities: Float64Array
  /** Epoch milliseconds; infinite while a message is on its way. */
  readonly sentAtMs: Float64Array
}

const DAY_MS = 24 * 3_600_000
/** Recipients read at once. */
const PAGE_SIZE = 5_000
/** Reached recipients of campaigns at rest that are kept in memory for the next call: 8 MB. */
const KEPT_PEOPLE = 500_000

/**
 * Knows who got which campaign, by what the ledgers say, and of deleted campaigns as long as their
 * ledgers are kept. Nothing is written for it; a ledger at rest is read once.
 */
export function createCampaignReach({
  ledgers,
  activity,
  campaigns,
  now,
  pause,
}: {
  readonly ledgers: Pick<SendLedgers, 'readAttempted'> & Pick<LedgerMaintenance, 'held'>
  readonly activity: Pick<Activity, 'sentSince' | 'ownsCampaign' | 'acceptedCount'>
  readonly campaigns: Pick<CampaignStore, 'find'>
  readonly now: () => number
  /** Awaited once per recipient, to let other work go on. */
  readonly pause: () => Promise<void> | undefined
}) {
  /** By campaign, the one asked for last at the end. */
  const kept = new Map<string, Reached>()

  return { since, of, ownsCampaign, recentlySent }

  async function ownsCampaign(userId: string, campaignId: string): Promise<boolean> {
    if (activity.ownsCampaign(userId, campaignId)) return true
    return (await campaigns.find(userId, campaignId)) !== undefined
  }

  /** The recipients that any of the user's campaigns reached since then. */
  async function since(userId: string, sinceMs: number, signal?: AbortSignal): Promise<PhoneSet> {
    const people = createPhoneSet()
    for (const campaignId of activity.sentSince(userId, sinceMs)) {
      await collect({ userId, campaignId, sinceMs, people, signal })
    }
    return people
  }

  /** The recipients that one of these campaigns reached, whenever. */
  async function of(
    userId: string,
    campaignIds: readonly string[],
    signal?: AbortSignal,
  ): Promise<PhoneSet> {
    const people = createPhoneSet()
    for (const campaignId of new Set(campaignIds)) {
      await collect({ userId, campaignId, sinceMs: 0, people, signal })
    }
    return people
  }

  /** Leaves out recipients of earlier campaigns, as the plan's `exclusion` says. */
  async function recentlySent(
    ...[userId, { exclusion }, signal]: Parameters<Excluder>
  ): ReturnType<Excluder> {
    const { days = null, campaignIds = [] } = exclusion ?? {}
    const sets: PhoneSet[] = []
    if (days !== null) sets.push(await since(userId, now() - days * DAY_MS, signal))
    if (campaignIds.length > 0) sets.push(await of(userId, campaignIds, signal))
    if (sets.every(({ size }) => size === 0)) return undefined
    return {
      reason: ExclusionReason.recentlySent,
      excludes: ({ identity }) => sets.some((people) => people.has(identity)),
    }
  }

  async function collect({
    userId,
    campaignId,
    sinceMs,
    people,
    signal,
  }: {
    readonly userId: string
    readonly campaignId: string
    readonly sinceMs: number
    readonly people: PhoneSet
    readonly signal: AbortSignal | undefined
  }): Promise<void> {
    const reached = await reachedBy(userId, campaignId, signal)
    for (const [place, identity] of reached.identities.entries()) {
      if ((reached.sentAtMs[place] ?? 0) >= sinceMs) people.add(identity)
      await pause()
    }
  }

  async function reachedBy(
    userId: string,
    campaignId: string,
    signal: AbortSignal | undefined,
  ): Promise<Reached> {
    const acceptedCount = activity.acceptedCount(campaignId)
    const isAtRest = !ledgers
      .held()
      .some((each) => each.campaignId === campaignId && each.holderCount > 0)
    const known = kept.get(campaignId)
    kept.delete(campaignId)
    const isCurrent = isAtRest && known?.acceptedCount === acceptedCount
    const reached = isCurrent ? known : await readReached(userId, campaignId, signal)
    if (isAtRest) keep(campaignId, { ...reached, acceptedCount })
    return { ...reached, acceptedCount }
  }

  function keep(campaignId: string, reached: Reached): void {
    kept.set(campaignId, reached)
    let total = 0
    for (const { identities } of kept.values()) total += identities.length
    for (const [oldest, { identities }] of kept) {
      if (total <= KEPT_PEOPLE) return
      kept.delete(oldest)
      total -= identities.length
    }
  }

  async function readReached(
    userId: string,
    campaignId: string,
    signal: AbortSignal | undefined,
  ): Promise<Omit<Reached, 'acceptedCount'>> {
    const identities: number[] = []
    const sentAtMs: number[] = []
    for (let from = 0; ; from += PAGE_SIZE) {
      signal?.throwIfAborted()
      const page = await readPage(campaignId, from)
      if (page?.header.userId !== userId) break
      for (const { recipient } of page.rows) {
        if (!mayHaveIt(recipient)) continue
        identities.push(identityOf(recipient))
        sentAtMs.push(recipient.sentAtMs || Number.POSITIVE_INFINITY)
        await pause()
      }
      if (from + PAGE_SIZE >= page.attemptedCount) break
    }
    return { identities: Float64Array.from(identities), sentAtMs: Float64Array.from(sentAtMs) }
  }

  /**
   * `undefined` where the campaign never started, or its ledger is kept no longer.
   * @throws AppError `reach_unknown`
   */
  async function readPage(campaignId: string, from: number) {
    try {
      return await ledgers.readAttempted(campaignId, { from, limit: PAGE_SIZE })
    } catch (error) {
      if (error instanceof AppError && error.code === 'campaign_not_found') return undefined
      const isDamaged = error instanceof AppError && error.code === 'ledger_damaged'
      if (isDamaged) throw new AppError('reach_unknown', campaignId, { cause: error })
      throw error
    }
  }
}

/** Counts recipients in doubt as reached: an unconfirmed send must not lead to a second one. */
function mayHaveIt({ status, errorCode }: Recipient): boolean {
  if (status === RecipientStatus.accepted || status === RecipientStatus.sending) return true
  return status === RecipientStatus.failed && isInDoubt(errorCode)
}
