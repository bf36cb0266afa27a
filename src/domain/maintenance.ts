import type { Caches, Removed } from '../contract/api/stats-api.ts'
import { TEXT_RETENTION_MS, UPLOAD_GRACE_HOURS } from '../contract/limits.ts'
import type { CampaignRecord } from './campaigns/campaign-record.ts'
import type { LedgerHeader, LedgerMaintenance, SendLedgers } from './sending/send-ledger.ts'
import type { Activity } from './stats/activity.ts'
import type { OwnedStore } from './store.ts'
import type { UploadStore } from './uploads/upload-store.ts'

export type Maintenance = ReturnType<typeof createMaintenance>

const HOUR_MS = 60 * 60_000

/**
 * Files that are removed per look at the user's campaigns. A look reads all of these; in the moment
 * that so many removals take, hardly a campaign begins to use a file that lay unused for a day.
 */
const REMOVED_PER_LOOK = 100

/** Estimated bytes of memory. */
const BYTES_PER_RECIPIENT = 160
const BYTES_PER_PHONE = 20
const BYTES_PER_HOUR = 100
const BYTES_PER_RECORD = 1_000
/** With its text. */
const BYTES_PER_CAMPAIGN = 1_500

export type MaintenanceNeeds = {
  readonly campaigns: OwnedStore<CampaignRecord>
  readonly uploads: UploadStore
  readonly ledgers: LedgerMaintenance & Pick<SendLedgers, 'remove'>
  readonly activity: Pick<Activity, 'lastSentAtMs' | 'hoursHeld'>
  /** Deletes stray files a month after they were found. */
  readonly removeOldStrays: () => Promise<Removed>
  /** Images of single messages that phones may still ask for. */
  readonly directImageNames: () => Promise<ReadonlySet<string>>
  /** How many of the user's phones are in memory. */
  readonly phonesHeld: (userId: string) => Promise<number>
  readonly userIds: () => Promise<readonly string[]>
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Called for files that could not be deleted; the next run tries them again. */
  readonly onFault: (error: unknown) => void
}

/** Deletes unused files, and reports what is held in memory. */
export function createMaintenance(needs: MaintenanceNeeds) {
  const { campaigns, uploads, ledgers, activity } = needs

  /** Headers of deleted campaigns' ledgers, which do not change. */
  let known = new Map<string, LedgerHeader>()

  return { cleanUp, runAll, caches }

  /** Deletes the user's unused images, and journal parts that a snapshot has replaced. */
  async function cleanUp(userId: string): Promise<Removed> {
    const images = await removeUnusedImages(userId, imagesInLedgers)
    return sum([images, await ledgers.sweep(userId)])
  }

  /** Runs the regular maintenance, for all users. */
  async function runAll(): Promise<Removed> {
    const texts = await removeOldTexts()
    const once = imagesInLedgers()
    // Waited for by the first user with an old image.
    once.catch(() => undefined)
    const all: Removed[] = [texts, await ledgers.sweep(), await needs.removeOldStrays()]
    for (const userId of await needs.userIds()) {
      try {
        all.push(await removeUnusedImages(userId, () => once))
      } catch (error) {
        needs.onFault(error)
      }
    }
    return sum(all)
  }

  async function removeUnusedImages(
    userId: string,
    findImagesInLedgers: () => Promise<ReadonlySet<string>>,
  ): Promise<Removed> {
    const oldest = needs.now() - UPLOAD_GRACE_HOURS * HOUR_MS
    const inCampaigns = await imagesInCampaigns(userId)
    const unused = (await uploads.list(userId)).filter(
      ({ name, createdAt }) => Date.parse(createdAt) <= oldest && !inCampaigns.has(name),
    )
    if (unused.length === 0) return noneRemoved
    const inLedgers = await findImagesInLedgers()
    const left = unused.filter(({ name }) => !inLedgers.has(name))
    const removed: Removed[] = []
    for (let start = 0; start < left.length; start += REMOVED_PER_LOOK) {
      // Read again each time: a campaign may have been created since.
      const inUse = await imagesInCampaigns(userId)
      for (const { name, bytes } of left.slice(start, start + REMOVED_PER_LOOK)) {
        if (inUse.has(name)) continue
        if (await uploads.remove(userId, name)) removed.push({ removed: 1, bytes })
      }
    }
    return sum(removed)
  }

  async function imagesInCampaigns(userId: string): Promise<ReadonlySet<string>> {
    const own = await campaigns.list(userId)
    return new Set(own.flatMap(({ medium }) => medium?.name ?? []))
  }

  /**
   * Images in ledgers: messages of deleted campaigns are kept for a while, and so are single ones.
   */
  async function imagesInLedgers(): Promise<ReadonlySet<string>> {
    const names = new Set(await needs.directImageNames())
    for (const { imageName } of await deletedCampaigns()) {
      if (imageName !== null) names.add(imageName)
    }
    return names
  }

  /** Deletes texts of deleted campaigns once phones may no longer ask for them. */
  async function removeOldTexts(): Promise<Removed> {
    const inUse = new Set(
      ledgers.held().flatMap(({ campaignId, holderCount }) => (holderCount > 0 ? campaignId : [])),
    )
    const removed: Removed[] = []
    for (const { campaignId, startedAt } of await deletedCampaigns()) {
      const lastMs = activity.lastSentAtMs(campaignId) ?? Date.parse(startedAt)
      if (lastMs > needs.now() - TEXT_RETENTION_MS || inUse.has(campaignId)) continue
      const bytes = await ledgers.size(campaignId)
      await ledgers.remove(campaignId)
      removed.push({ removed: 1, bytes })
    }
    return sum(removed)
  }

  async function deletedCampaigns(): Promise<readonly LedgerHeader[]> {
    // Ledgers first: a campaign is in the collection before its ledger is created.
    const ids = await ledgers.ids()
    const present = new Set((await campaigns.listAll()).map(({ record }) => record.id))
    const headers: LedgerHeader[] = []
    for (const id of ids) {
      const header = present.has(id) ? undefined : (known.get(id) ?? (await ledgers.header(id)))
      if (header) headers.push(header)
    }
    known = new Map(headers.map((header) => [header.campaignId, header]))
    return headers
  }

  async function caches(userId: string): Promise<Caches> {
    const held = ledgers.held().filter((ledger) => ledger.userId === userId)
    const recipients = held.reduce((total, { recipientCount }) => total + recipientCount, 0)
    const images = await uploads.list(userId)
    const shares = {
      campaigns: share(await campaigns.size(userId), BYTES_PER_CAMPAIGN),
      sends: share(recipients, BYTES_PER_RECIPIENT),
      contacts: share(await needs.phonesHeld(userId), BYTES_PER_PHONE),
      sums: share(activity.hoursHeld(userId), BYTES_PER_HOUR),
      uploads: share(images.length, BYTES_PER_RECORD),
    }
    const total = Object.values(shares).reduce((all, { count, bytes }) => ({
      count: all.count + count,
      bytes: all.bytes + bytes,
    }))
    return { ...shares, total }
  }
}

const noneRemoved: Removed = { removed: 0, bytes: 0 }

function share(count: number, bytesEach: number) {
  return { count, bytes: count * bytesEach }
}

function sum(parts: readonly Removed[]): Removed {
  return parts.reduce(
    (all, { removed, bytes }) => ({ removed: all.removed + removed, bytes: all.bytes + bytes }),
    { removed: 0, bytes: 0 },
  )
}
