import { expect } from 'vitest'
import { z } from 'zod'
import { CampaignBody } from '../../../src/contract/campaigns/campaign-body.ts'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import type { AppError } from '../../../src/contract/errors.ts'
import { createAudiences } from '../../../src/domain/campaigns/audience.ts'
import type { CampaignRecord } from '../../../src/domain/campaigns/campaign-record.ts'
import { createCampaignRecords } from '../../../src/domain/campaigns/campaign-records.ts'
import { createCampaigns } from '../../../src/domain/campaigns/campaigns.ts'
import { withDueIndex } from '../../../src/storage/collections/due-index.ts'
import { createMessageIds } from '../../../src/storage/ledger/message-ids.ts'
import { passes } from '../eventually.ts'
import { createMemoryBin } from '../storage/memory/memory-bin.ts'
import { createFakeClock } from './fake-clock.ts'

const aList = { id: 'lista', name: 'Clientes', createdAt: '2026-01-15T12:00:00.000Z', total: 1 }
export const user = { id: 'ana', instanceName: 'loja-da-ana' }

/** Campaigns over stores in memory, whose sending is played. */
export async function aDesk() {
  const clock = createFakeClock()
  const store = await withDueIndex(await createMemoryBin<CampaignRecord>(clock))
  const records = createCampaignRecords({ store, clock })
  const started: string[] = []
  const armed = new Map<string, string>()
  /** Stops and deletions, in their order. */
  const ends: string[] = []
  /** Campaigns whose audience is being read. */
  const starting = new Set<string>()
  const resumed: string[] = []
  const takenUp: string[] = []
  /** Errors of the disk for the next counters that are brought level. */
  const refusals: AppError[] = []
  /** Errors of the disk for the next changes of records. */
  const recordRefusals: AppError[] = []
  /** The status at which removed campaigns ended. */
  const goneAs: string[] = []
  let lastNumber = 0
  const campaigns = createCampaigns({
    records: {
      ...records,
      update: async (...change) => {
        const refusal = recordRefusals.shift()
        if (refusal) throw refusal
        return records.update(...change)
      },
    },
    clock,
    quotas: { campaigns: 1_000 },
    counters: {
      whileReading: (read) => read(() => undefined),
      outlive: async (id, remove) => {
        ends.push(`delete ${id}`)
        await remove()
      },
    },
    sending: {
      stop: (userId, id) => {
        ends.push(`stop ${id}`)
        return records.update(userId, id, (campaign) => ({
          ...campaign,
          status: CampaignStatus.cancelled,
        }))
      },
      pause: (userId, id) => {
        ends.push(`pause ${id}`)
        return records.update(userId, id, (campaign) => ({
          ...campaign,
          status: CampaignStatus.paused,
        }))
      },
      liveWait: () => ({ reason: 'dispositivo', until: null }),
    },
    bin: store,
    resume: async (userId, id) => {
      resumed.push(id)
      const status = CampaignStatus.running
      await records.update(userId, id, (campaign) => ({ ...campaign, status }))
    },
    takeUp: async (_, id) => {
      takenUp.push(id)
      const refusal = refusals.pop()
      if (refusal) throw refusal
    },
    onRemoved: (_, { campaign }) => goneAs.push(campaign.status),
    stopPaused: (userId, id) => {
      ends.push(`stop paused ${id}`)
      return records.update(userId, id, (campaign) => ({
        ...campaign,
        status: CampaignStatus.cancelled,
      }))
    },
    starts: {
      start: async (userId, id) => {
        started.push(id)
        await records.update(userId, id, (campaign) => ({
          ...campaign,
          status: CampaignStatus.running,
        }))
        return true
      },
      instead: (id, work) => work(starting.has(id)),
      isStarting: (id) => starting.has(id),
    },
    due: store.due,
    withStatus: store.withStatus,
    recent: store.recent,
    schedule: {
      set: (id, at) => armed.set(id, at),
      clear: (id) => armed.delete(id),
    },
    ledgers: {
      create: () => Promise.reject(new Error('nothing is sent here')),
      open: () => Promise.reject(new Error('nothing is sent here')),
      readAttempted: () => Promise.reject(new Error('nothing is sent here')),
      withNotable: () => Promise.reject(new Error('nothing is sent here')),
      release: () => undefined,
      exists: async () => false,
      remove: async () => undefined,
    },
    messageIds: createMessageIds(new Uint8Array(32)),
    nextNumber: async () => {
      lastNumber += 1
      return lastNumber
    },
    publish: () => undefined,
    findDevice: async (_, id) => (id === 'celular' ? {} : undefined),
    checkAudience: createAudiences({
      lists: {
        find: async (_, id) => (id === 'lista' ? aList : undefined),
        fieldNames: async () => [],
        read: () => {
          throw new Error('nobody is written to here')
        },
      },
      excluders: [],
      ownsCampaign: async (_, id) => id === '1',
    }).check,
    findUpload: async (_, url) => uploads.find(({ name }) => url.endsWith(`/uploads/${name}`)),
    uploadUrlOf: (name) => `https://novo.example/uploads/${name}`,
    onFault: (error) => {
      throw error
    },
  })
  /** Creates a campaign from a client's body. */
  const create = (body: z.input<typeof CampaignBody>) =>
    campaigns.create(user, z.decode(CampaignBody, body))
  return {
    ...campaigns,
    create,
    clock,
    started,
    starting,
    armed,
    ends,
    records,
    resumed,
    takenUp,
    refusals,
    recordRefusals,
    goneAs,
  }
}

const createdAt = '2026-11-21T00:00:00.000Z'
const uploads = [
  { userId: user.id, name: 'a.png', mimeType: 'image/png', bytes: 7, createdAt },
  {
    ...{ userId: user.id, name: 'b.pdf', mimeType: 'application/pdf', bytes: 9, createdAt },
    fileName: 'Tabela.pdf',
  },
]

export const complete = {
  name: 'Novembro',
  texto: 'Olá!',
  device_id: 'celular',
  contatos: 'lista',
} as const

/** Starts the desk's first campaign. */
export async function startFirst(desk: Awaited<ReturnType<typeof aDesk>>): Promise<void> {
  await desk.create({ ...complete, status: 'Imediata', data_de_envio: null })
  await passes(async () =>
    expect(await desk.get(user.id, '1')).toMatchObject({ status: 'Em Andamento' }),
  )
}
