import { wholeList } from '../../../src/contract/campaigns/audience.ts'
import { noCounts } from '../../../src/contract/campaigns/campaign-counts.ts'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import type { CampaignRecord } from '../../../src/domain/campaigns/campaign-record.ts'
import type { OwnedStore } from '../../../src/domain/store.ts'
import { createMemoryStore } from '../storage/memory/memory-store.ts'
import { openSendLedgers } from '../storage/send-ledgers.ts'

/**
 * The storage of an engine: ledgers in a folder and records in memory, each of which can refuse
 * writes.
 */
export async function openEngineDisk({
  dir,
  records,
  onFault,
}: {
  readonly dir: string
  /** The records of an earlier engine. */
  readonly records: OwnedStore<CampaignRecord> | undefined
  readonly onFault: (fault: unknown) => void
}) {
  let ledgerRefusal: Error | undefined
  const ledgers = await openSendLedgers({
    dir,
    idleMs: 60_000,
    onTornLine: onFault,
    onIdleFailure: onFault,
    toLogFile: (file) => ({
      write: async (bytes, offset, length, position) => {
        if (ledgerRefusal) throw ledgerRefusal
        return file.write(bytes, offset, length, position)
      },
      datasync: () => file.datasync(),
      truncate: (length) => file.truncate(length),
      close: () => file.close(),
    }),
  })
  const memory = records ?? createMemoryStore<CampaignRecord>()
  let refusal: Error | undefined
  const store: typeof memory = {
    ...memory,
    save: async (userId, record) => {
      if (refusal) throw refusal
      await memory.save(userId, record)
    },
    update: async (userId, id, change) =>
      memory.update(userId, id, (present) => {
        const next = change(present)
        if (next && refusal) throw refusal
        return next
      }),
  }
  return {
    ...{ ledgers, memory, store },
    /** From now on the disk refuses records, or takes them again. */
    refuseRecords: (error: Error | undefined) => {
      refusal = error
    },
    /** From now on the disk refuses facts, or takes them again. */
    refuseFacts: (error: Error | undefined) => {
      ledgerRefusal = error
    },
  }
}

export function aRunningCampaign(recipientCount: number, intervalSeconds: number): CampaignRecord {
  const at = '2026-01-15T12:00:00.000Z'
  return {
    ...noCounts,
    id: '1',
    name: 'Campanha',
    description: '',
    status: CampaignStatus.running,
    instanceName: 'loja',
    deviceId: '5561999990000',
    text: 'Olá, {nome}!',
    medium: null,
    intervalSeconds,
    maxIntervalSeconds: null,
    windows: [],
    timeZone: 'America/Sao_Paulo',
    contactListId: 'list',
    ...wholeList,
    scheduledAt: at,
    createdAt: at,
    updatedAt: at,
    startedAt: at,
    finishedAt: null,
    endReason: null,
    wait: null,
    recipientCount,
    isSettled: false,
    startTries: 0,
  }
}
