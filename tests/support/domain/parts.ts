import { onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import type { StoredUser } from '../../../src/contract/account.ts'
import { LOGINS_PER_SECOND } from '../../../src/contract/limits.ts'
import { createSendingParts, stopSending } from '../../../src/daemon/sending.ts'
import { createStats } from '../../../src/daemon/stats.ts'
import type { CampaignRecord } from '../../../src/domain/campaigns/campaign-record.ts'
import type { Clock } from '../../../src/domain/clock.ts'
import type { DeviceRecord } from '../../../src/domain/devices/device-record.ts'
import { createLoginTurns } from '../../../src/domain/devices/login-turns.ts'
import { createEngineEvents } from '../../../src/domain/engine-events.ts'
import type { Publish } from '../../../src/domain/events.ts'
import type { Acquaintance, SendOutcome, SendRequest } from '../../../src/domain/messenger.ts'
import type { OptOutRecord } from '../../../src/domain/optouts/opt-outs.ts'
import type { PersonCard } from '../../../src/domain/people/person-cards.ts'
import type { Quotas } from '../../../src/domain/quotas.ts'
import type { Standing } from '../../../src/domain/sending/strangers/standing.ts'
import type { CampaignStats } from '../../../src/domain/stats/campaign-stats.ts'
import { createMetrics } from '../../../src/http/metrics.ts'
import { withDueIndex } from '../../../src/storage/collections/due-index.ts'
import { openSettings } from '../../../src/storage/collections/settings.ts'
import { openContactLists } from '../../../src/storage/contacts/contact-lists.ts'
import { openDamages } from '../../../src/storage/damage/damages.ts'
import { createJournalMeter } from '../../../src/storage/files/journal-meter.ts'
import { createMessageIds } from '../../../src/storage/ledger/message-ids.ts'
import { openDirectSends } from '../../../src/storage/messages/direct-sends.ts'
import { openPersonIndex } from '../../../src/storage/people/person-index.ts'
import { openUploads } from '../../../src/storage/uploads.ts'
import { aDataFolder } from '../storage/data-folder.ts'
import { createMemoryStore } from '../storage/memory/memory-store.ts'
import { soundLedgersIn } from '../storage/send-ledgers.ts'
import { createTestBins } from '../storage/test-bins.ts'
import { playScheduler } from './played-scheduler.ts'
import { playWhatsApp } from './played-whatsapp.ts'

export type Parts = Awaited<ReturnType<typeof someParts>>

/** Records that outlive one daemon, in memory. */
export type KeptRecords = ReturnType<typeof keepRecords>

export function keepRecords() {
  return {
    users: createMemoryStore<StoredUser>(),
    campaigns: createMemoryStore<CampaignRecord>(),
    devices: createMemoryStore<DeviceRecord>(),
    standings: createMemoryStore<Standing>(),
    optOuts: createMemoryStore<OptOutRecord>(),
    personCards: createMemoryStore<PersonCard>(),
    stats: createMemoryStore<CampaignStats>(),
  }
}

/** The parts of a daemon that ends with the test, or when `atEnd` says. */
export async function someParts({
  atEnd = onTestFinished,
  ...options
}: Parameters<typeof startParts>[0] & {
  readonly atEnd?: (close: () => Promise<void>) => void
}) {
  const { close, ...made } = await startParts(options)
  atEnd(close)
  return made
}

/**
 * The daemon's own parts, joined as it joins them: records in memory, files in a folder that ends
 * with the test, and only clock and WhatsApp played.
 */
export async function startParts({
  clock,
  dir,
  publish = () => undefined,
  publicUrl = 'https://disparo.example',
  onFault = (error) => {
    throw error
  },
  answer,
  acquaintanceOf,
  random,
  records = keepRecords(),
  quotas: given,
  nodeName = null,
}: {
  readonly clock: Clock
  readonly dir?: string
  readonly publish?: Publish
  readonly publicUrl?: string
  readonly onFault?: (error: unknown, subject: string) => void
  readonly quotas?: Partial<Quotas> | undefined
  /** The name of their node; null: the daemon is alone. */
  readonly nodeName?: string | null
  readonly answer?: (request: SendRequest) => SendOutcome | Promise<SendOutcome>
  readonly acquaintanceOf?: (phone: string) => Acquaintance
  /** Draws the intervals, from 0 (the shortest) to 1. */
  readonly random?: () => number
  /** The records of an earlier daemon. */
  readonly records?: KeptRecords
}) {
  const quotas = { ...readConfig({}).quotas, ...given }
  const storage = await someStorage(dir ?? (await aDataFolder()), { clock, quotas, records })
  const whatsapp = playWhatsApp({
    ...{ clock, ...(answer && { answer }) },
    ...(acquaintanceOf && { acquaintanceOf }),
  })
  const engineEvents = createEngineEvents({ onFault })
  const parts = await createSendingParts(
    { uncertain: 'resend', quotas },
    {
      ...{ storage, engineEvents, publish, onFault, clock, nodeName },
      loginTurns: createLoginTurns({ loginsPerSecond: LOGINS_PER_SECOND, clock }),
      publicUrl: () => publicUrl,
      createMessenger: whatsapp.createMessenger,
      createScheduler: playScheduler(clock, random),
    },
  )
  const metrics = createMetrics({
    devices: parts.live.countByStatus,
    runningCampaigns: parts.sending.runningCount,
    clientVersion: () => null,
    journal: storage.journal.totals,
  })
  const stats = createStats({ storage, ...parts, now: clock.now, onFault })
  return { quotas, storage, whatsapp, engineEvents, metrics, parts, stats, close }

  async function close(): Promise<void> {
    await stopSending(parts, { engineEvents, graceMs: 0 })
    metrics.close()
    await storage.close()
  }
}

async function someStorage(
  dir: string,
  {
    clock,
    quotas,
    records,
  }: { readonly clock: Clock; readonly quotas: Quotas; readonly records: KeptRecords },
) {
  const bins = createTestBins(clock)
  const journal = createJournalMeter()
  const ledgers = await soundLedgersIn(dir, { toLogFile: journal.toLogFile })
  const directSends = await openDirectSends({ dir, now: clock.now })
  const people = await openPersonIndex({ dir })
  return {
    dir,
    settings: await openSettings({ dir }),
    journal,
    ledgers,
    directSends,
    people,
    lists: await openContactLists({
      ...{ dir, maxContacts: quotas.contactsPerList, maxLists: quotas.lists },
      keepRemoved: bins.keepRemoved,
    }),
    uploads: await openUploads({ dir, quotas, now: clock.now }),
    damages: await openDamages({ dir, now: clock.now }),
    users: records.users,
    campaigns: await withDueIndex(await bins.keepRemoved(records.campaigns)),
    devices: records.devices,
    standings: records.standings,
    optOuts: await bins.keepRemoved(records.optOuts),
    personCards: records.personCards,
    lastMessages: { load: async () => undefined, append: async () => undefined },
    stats: records.stats,
    messageIds: createMessageIds(new Uint8Array(32)),
    close: async () => {
      await bins.close()
      await ledgers.close()
      await directSends.close()
      await people.close()
    },
  }
}
