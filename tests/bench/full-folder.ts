import { randomUUID } from 'node:crypto'
import { wholeList } from '../../src/contract/campaigns/audience.ts'
import {
  type CampaignCounts,
  countsOf,
  noCounts,
} from '../../src/contract/campaigns/campaign-counts.ts'
import { CampaignStatus } from '../../src/contract/campaigns/campaign-status.ts'
import type { CampaignRecord } from '../../src/domain/campaigns/campaign-record.ts'
import type { SendFact } from '../../src/domain/sending/recipient.ts'
import {
  type CampaignStats,
  type HourStats,
  withChange,
} from '../../src/domain/stats/campaign-stats.ts'
import { openCollection } from '../../src/storage/collections/collection.ts'
import { CampaignFile, CampaignStatsFile } from '../../src/storage/collections/records.ts'
import { openSettings } from '../../src/storage/collections/settings.ts'
import { createMessageIds } from '../../src/storage/ledger/message-ids.ts'
import { phones } from '../support/daemon/user.ts'
import { openSendLedgers } from '../support/storage/send-ledgers.ts'

/** Above all numbers that the daemon itself will reach. */
export const FIRST_CAMPAIGN = 1_000_001
const MESSAGE_KEY_BYTES = 32
const FACTS_AT_ONCE = 5_000

/** A data folder as it is after years, written by the storage itself while no daemon runs. */
export async function fillFolder(
  dir: string,
  {
    userId,
    campaignCount,
    sentCampaignCount,
    sendsEach,
  }: {
    readonly userId: string
    readonly campaignCount: number
    /** Campaigns, the first ones, with a ledger of `sendsEach` accepted sends. */
    readonly sentCampaignCount: number
    readonly sendsEach: number
  },
): Promise<void> {
  const campaigns = await openCollection({ dir, name: 'campaigns', schema: CampaignFile })
  const all = Array.from({ length: campaignCount }, (_, index) =>
    campaignOf(index, index < sentCampaignCount ? sendsEach : 0),
  )
  await Promise.all(all.map((campaign) => campaigns.save(userId, campaign)))
  const stats = await openCollection({ dir, name: 'campaign-sums', schema: CampaignStatsFile })
  const sent = all.slice(0, sentCampaignCount)
  await Promise.all(sent.map((campaign) => stats.save(userId, statsOf(campaign))))
  await fillLedgers(dir, { userId, campaigns: all.slice(0, sentCampaignCount) })
}

async function fillLedgers(
  dir: string,
  { userId, campaigns }: { userId: string; campaigns: readonly CampaignRecord[] },
): Promise<void> {
  const { fill, close } = await openFilling(dir, userId)
  for (const [place, campaign] of campaigns.entries()) {
    const audience = phones(campaign.recipientCount, place % 20)
    await fill(campaign, {
      text: 'Olá!',
      audience: audience.map((phone) => ({ name: 'Ana', phone })),
      outcomeOf: (index, atMs) => [{ type: 'accepted', index, atMs }],
    })
  }
  await close()
}

/** Writes ledgers of campaigns that have ended, as the daemon does, while none runs. */
export async function openFilling(dir: string, userId: string) {
  const settings = await openSettings({ dir })
  const ids = createMessageIds(await settings.key('message-ids', MESSAGE_KEY_BYTES))
  const ledgers = await openSendLedgers({
    dir,
    idleMs: 60_000,
    onTornLine: () => undefined,
    onIdleFailure: (error) => {
      throw error
    },
  })
  return { fill, close: () => ledgers.close() }

  /** @returns the totals of all sends */
  async function fill(
    { id, startedAt }: Pick<CampaignRecord, 'id' | 'startedAt'>,
    {
      text,
      audience,
      outcomeOf,
    }: {
      readonly text: string
      readonly audience: readonly { readonly name: string; readonly phone: string }[]
      /** The facts of a send made at this moment, in epoch milliseconds. */
      readonly outcomeOf: (index: number, atMs: number) => readonly SendFact[]
    },
  ): Promise<CampaignCounts> {
    const number = Number(id)
    const begun = startedAt ?? ''
    const ledger = await ledgers.create(
      {
        ...{ campaignId: id, campaignNumber: number, userId, startedAt: begun },
        ...{ deviceKey: 'an-old-device', deviceId: 'loja-antiga' },
        ...{ text, imageName: null, knownFields: [] },
      },
      audience,
    )
    const facts: Promise<unknown>[] = []
    for (const [index, { phone }] of audience.entries()) {
      const atMs = Date.parse(begun) + index * 1_000
      const jid = `${phone}@s.whatsapp.net`
      facts.push(
        ledger.record({ type: 'sending', index, messageId: ids.make(number, index), jid, atMs }),
        ...outcomeOf(index, atMs).map((fact) => ledger.record(fact)),
      )
      if (facts.length >= FACTS_AT_ONCE) await Promise.all(facts.splice(0))
    }
    await Promise.all(facts)
    const counts = countsOf(ledger.counts)
    await ledger.compact()
    ledgers.release(id)
    return counts
  }
}

/** The stats of a campaign with one acceptance a second. */
export function statsOf({ id, instanceName, startedAt, sentCount }: CampaignRecord): CampaignStats {
  let hours: readonly HourStats[] = []
  for (let index = 0; index < sentCount; index += 1) {
    const atMs = Date.parse(startedAt ?? '') + index * 1_000
    hours = withChange(hours, {
      ...{ atMs, acceptedCount: 1 },
      ...{ deliveredCount: 0, readCount: 0, replyCount: 0 },
    }).hours
  }
  return { id, instanceName, isSettled: true, hours }
}

export function campaignOf(index: number, sentCount: number): CampaignRecord {
  const at = new Date(Date.now() - (index + 1) * 3_600_000).toISOString()
  const wasSent = sentCount > 0
  return {
    ...noCounts,
    id: String(FIRST_CAMPAIGN + index),
    name: `Campanha ${index}`,
    description: 'Promoção',
    status: wasSent ? CampaignStatus.done : CampaignStatus.draft,
    instanceName: 'Loja',
    deviceId: 'loja-antiga',
    text: 'Olá!',
    medium: null,
    intervalSeconds: 60,
    maxIntervalSeconds: null,
    windows: [],
    timeZone: 'America/Sao_Paulo',
    contactListId: randomUUID(),
    ...wholeList,
    scheduledAt: wasSent ? at : null,
    createdAt: at,
    updatedAt: at,
    startedAt: wasSent ? at : null,
    finishedAt: wasSent ? at : null,
    endReason: null,
    wait: null,
    recipientCount: sentCount,
    sentCount,
    isSettled: true,
    startTries: 0,
  }
}
