import { onTestFinished } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import {
  type AudienceRule,
  createAudiences,
  createOptOutExcluder,
} from '../../../src/domain/campaigns/audience.ts'
import { createCampaignReach } from '../../../src/domain/campaigns/campaign-reach.ts'
import type { CampaignRecord } from '../../../src/domain/campaigns/campaign-record.ts'
import { createCampaignRecords } from '../../../src/domain/campaigns/campaign-records.ts'
import { createCampaignStart } from '../../../src/domain/campaigns/campaign-start.ts'
import type { SendLedger } from '../../../src/domain/sending/send-ledger.ts'
import { openContactLists } from '../../../src/storage/contacts/contact-lists.ts'
import { aDataFolder } from '../storage/data-folder.ts'
import { createMemoryStore } from '../storage/memory/memory-store.ts'
import { soundLedgersIn } from '../storage/send-ledgers.ts'
import { aCampaign } from './builders.ts'
import { createFakeClock } from './fake-clock.ts'

export const ANA = 'ana'
export const at = '2026-01-15T12:00:00.000Z'

export const contacts = (...phones: readonly string[]) =>
  phones.map((phone) => ({ name: 'Pessoa', phone, createdAt: at, origin: 'api' as const }))

/**
 * Starts the campaign `1` of `ANA`, on lists and ledgers in a folder, and lets a test interfere.
 */
export async function aStart() {
  const dir = await aDataFolder()
  const clock = createFakeClock()
  const lists = await openContactLists({ dir })
  const ledgers = await soundLedgersIn(dir)
  onTestFinished(ledgers.close)
  const records = createCampaignRecords({ store: createMemoryStore<CampaignRecord>(), clock })
  const begun: SendLedger[] = []
  const gone: string[] = []
  const faults: unknown[] = []
  const optedOut = new Set<string>()
  const devices = new Map([['celular', 'k1']])
  const published: unknown[] = []
  let leftOut: AudienceRule | undefined
  let duringFreeze = async () => undefined as unknown
  let duringBegin = async () => undefined as unknown
  const { recentlySent } = createCampaignReach({
    ledgers,
    activity: { sentSince: () => [], ownsCampaign: () => true, acceptedCount: () => 0 },
    campaigns: records.store,
    now: clock.now,
    pause: () => undefined,
  })
  const starts = createCampaignStart({
    records,
    ledgers,
    lists,
    audiences: createAudiences({
      lists: {
        find: lists.find,
        fieldNames: lists.fieldNames,
        async *read(userId, listId) {
          await duringFreeze()
          yield* lists.read(userId, listId)
        },
      },
      excluders: [
        createOptOutExcluder((_userId, { phone }) => optedOut.has(phone ?? '')),
        recentlySent,
        async () => leftOut,
      ],
      ownsCampaign: async () => true,
    }),
    sending: {
      begin: async (_userId, _campaign, ledger) => {
        begun.push(ledger)
        await duringBegin()
      },
      onDeviceGone: async ({ key }) => {
        gone.push(key)
      },
    },
    findDeviceKey: async (_userId, deviceId) => devices.get(deviceId),
    clock,
    publish: (userId, event) => published.push({ userId, event }),
    onFault: (error) => faults.push(error),
  })
  await lists.create(ANA, { id: 'lista', name: 'Clientes', createdAt: at })

  const find = () => records.store.find(ANA, '1')

  /** A scheduled campaign whose hour has come. */
  async function due(fields: Partial<CampaignRecord> = {}): Promise<CampaignRecord | undefined> {
    await keep(fields)
    await starts.start(ANA, '1')
    return find()
  }

  async function keep(fields: Partial<CampaignRecord>): Promise<void> {
    await records.store.save(ANA, {
      ...aCampaign({ deviceId: 'celular', contactListId: 'lista', scheduledAt: at }),
      status: CampaignStatus.scheduled,
      isSettled: true,
      startTries: 0,
      ...fields,
    })
  }
  return {
    ...starts,
    ...{
      due,
      keep,
      find,
      published,
      lists,
      records,
      ledgers,
      begun,
      gone,
      faults,
      devices,
      clock,
      optedOut,
    },
    whileFreezing: (work: () => Promise<unknown>) => {
      duringFreeze = work
    },
    whileBeginning: (work: () => Promise<unknown>) => {
      duringBegin = work
    },
    leaveOut: (rule: AudienceRule) => {
      leftOut = rule
    },
    /** Fills the list, so that the campaign has recipients. */
    fill: () =>
      lists.append(ANA, 'lista', { contacts: contacts('5561999990001'), onDuplicate: 'keep' }),
  }
}
