import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import { AppError } from '../../../src/contract/errors.ts'
import { createCampaignCounters } from '../../../src/domain/campaigns/campaign-counters.ts'
import type { CampaignRecord } from '../../../src/domain/campaigns/campaign-record.ts'
import { createCampaignRecords } from '../../../src/domain/campaigns/campaign-records.ts'
import { createCampaignResume } from '../../../src/domain/campaigns/campaign-resume.ts'
import { createLedgerLag } from '../../../src/domain/campaigns/ledger-lag.ts'
import { createMessageFacts } from '../../../src/domain/sending/message-facts.ts'
import { createActivity } from '../../../src/domain/stats/activity.ts'
import type { CampaignStats } from '../../../src/domain/stats/campaign-stats.ts'
import type { OwnedStore } from '../../../src/domain/store.ts'
import { createMessageIds } from '../../../src/storage/ledger/message-ids.ts'
import { createMemoryStore } from '../storage/memory/memory-store.ts'
import { openSendLedgers } from '../storage/send-ledgers.ts'
import { aCampaign } from './builders.ts'
import { createFakeClock } from './fake-clock.ts'

export const USER = 'ana'
export const CAMPAIGNS = ['1', '2', '3']
export const RECIPIENTS = 4
export const START_MS = Date.UTC(2026, 0, 15, 0)

/** The contents of a disk: they outlive a crash, and a dead process changes nothing of them. */
export function aDisk() {
  const campaigns = createMemoryStore<CampaignRecord>()
  const stats = createMemoryStore<CampaignStats>()
  return { campaigns, stats }
}

const never = new Promise<never>(() => undefined)

function mortal<Record extends { readonly id: string }>(
  store: OwnedStore<Record>,
  life: { isOver: boolean; isFull: boolean },
): OwnedStore<Record> {
  return {
    ...store,
    async save(userId, record) {
      await Promise.resolve()
      if (life.isOver) return never
      if (life.isFull) throw new AppError('storage_unavailable', 'the disk is full')
      await store.save(userId, record)
      if (life.isOver) return never
    },
    async update(userId, id, change) {
      await Promise.resolve()
      if (life.isOver) return never
      const stands = await store.update(userId, id, (present) => {
        const next = change(present)
        if (next && life.isFull) throw new AppError('storage_unavailable', 'the disk is full')
        return next
      })
      return life.isOver ? never : stands
    },
    async remove(userId, id) {
      await Promise.resolve()
      return life.isOver ? never : store.remove(userId, id)
    },
  }
}

/** One run of the daemon: its activity counts, on real ledgers. */
export async function aLife(dir: string, disk: ReturnType<typeof aDisk>) {
  const life = { isOver: false, isFull: false }
  const clock = createFakeClock(START_MS)
  const faults: unknown[] = []
  const onDisk = await openSendLedgers({
    dir,
    idleMs: 60_000,
    onTornLine: (torn) => faults.push(torn),
    onIdleFailure: (error) => faults.push(error),
  })
  const opening = new Set<Promise<unknown>>()
  const ledgers: typeof onDisk = {
    ...onDisk,
    async open(id) {
      if (life.isOver) return never
      const work = onDisk.open(id)
      opening.add(work)
      const ledger = await work
      opening.delete(work)
      return ledger
    },
    async close() {
      await Promise.all(opening)
      await onDisk.close()
    },
  }
  const records = createCampaignRecords({ store: mortal(disk.campaigns, life), clock })
  const activity = await createActivity({
    store: mortal(disk.stats, life),
    pause: () => undefined,
  })
  const lag = createLedgerLag({ records, activity })
  const counters = createCampaignCounters({
    lag,
    activity,
    clock,
    publish: () => undefined,
    onFault: (error) => faults.push(error),
  })
  const messageIds = createMessageIds(new Uint8Array(32))
  const messageFacts = createMessageFacts({
    ledgers,
    messageIds,
    counters,
    directSends: {
      note: async () => false,
      find: async () => undefined,
    },
    findMedia: async () => null,
    onAccepted: () => undefined,
    onSent: async () => undefined,
    onFault: (error) => faults.push(error),
  })
  const resume = createCampaignResume({
    records,
    ledgers,
    sending: {
      begin: async (_userId, campaign, ledger) => counters.begin(ledger, campaign.instanceName),
      onDeviceGone: async () => undefined,
      atRest: async () => undefined,
      stop: async () => undefined,
      stopPaused: async () => undefined,
    },
    counters,
    lag,
    findDeviceKey: async () => undefined,
    clock,
    onFault: (error) => faults.push(error),
  })
  return { life, ledgers, records, activity, counters, messageIds, messageFacts, resume, faults }
}

export type Life = Awaited<ReturnType<typeof aLife>>

/** A campaign that runs, whose messages are all on their way. */
export async function begin(
  { ledgers, records, counters, messageIds }: Life,
  id: string,
): Promise<void> {
  const instanceName = `loja ${id}`
  const ledger = await ledgers.create(
    {
      campaignId: id,
      campaignNumber: Number(id),
      userId: USER,
      deviceKey: 'key',
      deviceId: '5561999990000',
      text: 'Olá',
      imageName: null,
      knownFields: [],
      startedAt: new Date(START_MS).toISOString(),
    },
    Array.from({ length: RECIPIENTS }, (_, index) => ({ name: '', phone: `551199999000${index}` })),
  )
  await records.store.save(USER, {
    ...aCampaign({ id, instanceName, status: CampaignStatus.running }),
    isSettled: false,
    startTries: 0,
  })
  counters.begin(ledger, instanceName)
  for (let index = 0; index < RECIPIENTS; index += 1) {
    const messageId = messageIds.make(Number(id), index)
    await ledger.record({ type: 'sending', index, messageId, jid: 'a', atMs: START_MS })
  }
}

/** Does after a crash what the daemon does before it listens. */
export async function takeUp({ resume }: Life): Promise<void> {
  await resume.resumeAll()
}
