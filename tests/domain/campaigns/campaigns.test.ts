import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { CampaignJson } from '../../../src/contract/campaigns/campaign.ts'
import { CampaignBody } from '../../../src/contract/campaigns/campaign-body.ts'
import { noCounts } from '../../../src/contract/campaigns/campaign-counts.ts'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import { AppError } from '../../../src/contract/errors.ts'
import { REMOVED_KEPT_MS } from '../../../src/domain/bin.ts'
import { createAudiences } from '../../../src/domain/campaigns/audience.ts'
import type { CampaignRecord } from '../../../src/domain/campaigns/campaign-record.ts'
import { createCampaignRecords } from '../../../src/domain/campaigns/campaign-records.ts'
import { createCampaigns } from '../../../src/domain/campaigns/campaigns.ts'
import { toIso } from '../../../src/domain/clock.ts'
import { withDueIndex } from '../../../src/storage/collections/due-index.ts'
import { createMessageIds } from '../../../src/storage/ledger/message-ids.ts'
import { aCampaign } from '../../support/domain/builders.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { passes } from '../../support/eventually.ts'
import { createMemoryBin } from '../../support/storage/memory/memory-bin.ts'

const aList = { id: 'lista', name: 'Clientes', createdAt: '2026-01-15T12:00:00.000Z', total: 1 }
const user = { id: 'ana', instanceName: 'loja-da-ana' }

async function aDesk() {
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
  /** What the disk says to counters that are brought level. */
  const refusals: AppError[] = []
  /** What it says to the next changes of records. */
  const recordRefusals: AppError[] = []
  /** The status of those that ended by being removed. */
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
  /** As a client writes it. */
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

const complete = {
  name: 'Novembro',
  texto: 'Olá!',
  device_id: 'celular',
  contatos: 'lista',
} as const

let desk: Awaited<ReturnType<typeof aDesk>>
beforeEach(async () => {
  desk = await aDesk()
})

test('a draft needs only a name, and gets the defaults', async () => {
  const draft = await desk.create({ name: '  Novembro ', status: 'Rascunho' })
  expect(z.encode(CampaignJson, draft)).toMatchObject({
    id: '1',
    name: 'Novembro',
    status: 'Rascunho',
    delay: 60,
    nome_da_instancia: 'loja-da-ana',
    template: 'Texto',
    data_de_envio: null,
    date: draft.createdAt,
    deliveryRate: 0,
    ...noCounts,
  })
})

test('a campaign whose number is in use already is not answered as created', async () => {
  const { records, armed, create, clock } = desk
  const known = { ...aCampaign({ id: '1', name: 'Outubro' }), isSettled: true, startTries: 0 }
  await records.store.create(user.id, known)
  const later = toIso(clock.now() + 60_000)
  const second = create({ ...complete, status: 'Agendada', data_de_envio: later })
  await expect(second).rejects.toThrow('record 1 is there already')
  expect([...armed]).toEqual([])
  expect(await records.store.list(user.id)).toMatchObject([{ name: 'Outubro' }])
})

test('anything but a draft names every field it lacks', async () => {
  await expect(desk.create({ name: 'X', status: 'Agendada', texto: ' ' })).rejects.toMatchObject({
    code: 'invalid',
    details: [{ path: 'device_id' }, { path: 'texto' }, { path: 'contatos' }],
  })
})

test.each([
  [{ device_id: 'outro' }, 'device_unknown'],
  [{ contatos: 'outra' }, 'list_unknown'],
  [{ imagem: 'file:///etc/passwd' }, 'image_unknown'],
])('%j is refused as %s, in a draft too', async (fields, code) => {
  const draft = desk.create({ ...complete, ...fields, status: 'Rascunho' })
  await expect(draft).rejects.toMatchObject({ code })
})

test.each(['Agendada', 'Imediata'] as const)(
  '%s without a date reads as Agendada and starts at once',
  async (status) => {
    const campaign = await desk.create({ ...complete, status, data_de_envio: null })
    expect(campaign).toMatchObject({ status: 'Agendada', scheduledAt: toIso(desk.clock.now()) })
    expect(desk.started).toEqual(['1'])
    expect(desk.armed.size).toBe(0)
  },
)

test('a date to come is armed and waited for; a past one starts at once', async () => {
  const later = toIso(desk.clock.now() + 60_000)
  await desk.create({ ...complete, status: 'Agendada', data_de_envio: later })
  expect([...desk.armed]).toEqual([['1', later]])
  expect(desk.started).toEqual([])
  const earlier = toIso(desk.clock.now() - 60_000)
  await desk.create({ ...complete, status: 'Agendada', data_de_envio: earlier })
  expect(desk.started).toEqual(['2'])
})

test('what is due starts, of the asking user only', async () => {
  const later = toIso(desk.clock.now() + 60_000)
  await desk.create({ ...complete, status: 'Agendada', data_de_envio: later })
  expect(await desk.startDue(user.id)).toEqual([])
  desk.clock.advance(60_000)
  expect(await desk.startDue('bia')).toEqual([])
  expect(await desk.startDue(user.id)).toEqual(['1'])
  expect(await desk.startDue()).toEqual([])
})

test('a scheduled campaign can be changed, postponed and made a draft again; a running one cannot', async () => {
  const later = toIso(desk.clock.now() + 60_000)
  await desk.create({ ...complete, status: 'Agendada', data_de_envio: later })
  expect(await desk.update(user.id, '1', { text: 'Oi!' })).toMatchObject({
    text: 'Oi!',
    description: 'Oi!',
    scheduledAt: later,
    name: 'Novembro',
  })
  await desk.update(user.id, '1', { status: 'Rascunho' })
  expect(desk.armed.size).toBe(0)
  await desk.update(user.id, '1', { status: 'Imediata', scheduledAt: null })
  expect(desk.started).toEqual(['1'])
  await expect(desk.update(user.id, '1', { text: 'Tarde' })).rejects.toMatchObject({
    code: 'campaign_locked',
  })
})

test('an image keeps its place when the daemon moves to another address', async () => {
  const body = { ...complete, status: 'Rascunho', imagem: 'https://velho.example/uploads/a.png' }
  await desk.create({ ...body, status: 'Rascunho' })
  const changed = await desk.update(user.id, '1', { name: 'Dezembro' })
  expect(z.encode(CampaignJson, changed)).toMatchObject({
    imagem: 'https://novo.example/uploads/a.png',
    template: 'Texto com imagem',
  })
})

test('only what is under way can be stopped, and what waits says why', async () => {
  await desk.create({ ...complete, status: 'Rascunho' })
  await expect(desk.stop(user.id, '1')).rejects.toMatchObject({ code: 'not_running' })
  await desk.update(user.id, '1', { status: 'Agendada', scheduledAt: null })
  await passes(async () =>
    expect(z.encode(CampaignJson, await desk.get(user.id, '1'))).toMatchObject({
      status: 'Em Andamento',
      espera: { motivo: 'dispositivo', ate: null },
    }),
  )
  expect(await desk.stop(user.id, '1')).toMatchObject({ status: 'Cancelada', wait: null })
})

/** The first campaign, under way. */
async function startFirst(): Promise<void> {
  await desk.create({ ...complete, status: 'Imediata', data_de_envio: null })
  await passes(async () =>
    expect(await desk.get(user.id, '1')).toMatchObject({ status: 'Em Andamento' }),
  )
}

test('a campaign under way rests before it is deleted; one to come is forgotten', async () => {
  await startFirst()
  await desk.remove(user.id, '1')
  expect(desk.ends).toEqual(['pause 1', 'delete 1'])
  const later = toIso(desk.clock.now() + 60_000)
  await desk.create({ ...complete, status: 'Agendada', data_de_envio: later })
  await desk.remove(user.id, '2')
  expect(desk.ends.slice(2)).toEqual(['delete 2'])
  expect(desk.armed.size).toBe(0)
  expect(await desk.list(user.id)).toEqual([])
})

test('a deleted campaign comes back as it was: one under way goes on, one to come has its hour', async () => {
  const day = 24 * 60 * 60_000
  await startFirst()
  await desk.remove(user.id, '1')
  await expect(desk.get(user.id, '1')).rejects.toMatchObject({ code: 'campaign_not_found' })
  await desk.restore(user.id, '1')
  expect(desk.resumed).toEqual(['1'])

  const later = toIso(desk.clock.now() + day)
  await desk.create({ ...complete, status: 'Agendada', data_de_envio: later })
  await desk.remove(user.id, '2')
  expect(desk.armed.size).toBe(0)
  expect(await desk.restore(user.id, '2')).toMatchObject({ status: 'Agendada', scheduledAt: later })
  expect([...desk.armed]).toEqual([['2', later]])
  expect(await desk.restore(user.id, '2')).toMatchObject({ id: '2' })
  expect(desk.resumed).toEqual(['1'])
  await expect(desk.restore('bia', '2')).rejects.toMatchObject({ code: 'campaign_not_found' })
})

test('a deleted campaign that is back while the disk refuses the rest says so, and goes on when asked again', async () => {
  await startFirst()
  await desk.remove(user.id, '1')
  desk.refusals.push(new AppError('storage_unavailable', 'counters'))
  const failed = expect(desk.restore(user.id, '1'))
  await failed.rejects.toMatchObject({ code: 'storage_unsettled' })
  expect(await desk.get(user.id, '1')).toMatchObject({ status: 'Pausada' })
  expect(desk.resumed).toEqual([])
  await desk.restore(user.id, '1')
  await desk.restore(user.id, '1')
  expect(desk.resumed).toEqual(['1'])
})

test('one that is under way again though its record could not say so is not waited for when asked again', async () => {
  await startFirst()
  await desk.remove(user.id, '1')
  desk.recordRefusals.push(new AppError('storage_unavailable', 'record'))
  const failed = expect(desk.restore(user.id, '1'))
  await failed.rejects.toMatchObject({ code: 'storage_unsettled' })
  expect(await desk.get(user.id, '1')).toMatchObject({ status: 'Em Andamento' })
  await desk.restore(user.id, '1')
  // To be taken up it would have to come to rest first, hours from now.
  expect([desk.takenUp, desk.resumed]).toEqual([['1'], ['1']])
  expect((await desk.records.store.find(user.id, '1'))?.wasRunning).toBe(false)
})

test('what was paused by its owner stays paused when it comes back', async () => {
  await startFirst()
  await desk.pause(user.id, '1')
  await desk.remove(user.id, '1')
  expect(await desk.restore(user.id, '1')).toMatchObject({ status: 'Pausada' })
  expect(desk.resumed).toEqual([])
})

test('what is not brought back in time is gone, and one under way is told as ended', async () => {
  await startFirst()
  await desk.remove(user.id, '1')
  expect(desk.goneAs).toEqual([])
  desk.clock.advance(REMOVED_KEPT_MS)
  await passes(() => expect(desk.goneAs).toEqual(['Cancelada']))
  await expect(desk.restore(user.id, '1')).rejects.toMatchObject({ code: 'campaign_not_found' })
})

test('another user has none of it', async () => {
  await desk.create({ ...complete, status: 'Rascunho' })
  for (const work of [
    desk.get('bia', '1'),
    desk.update('bia', '1', { name: 'X' }),
    desk.stop('bia', '1'),
    desk.remove('bia', '1'),
    desk.sends('bia', '1', {}),
  ]) {
    await expect(work).rejects.toMatchObject({ code: 'campaign_not_found' })
  }
  expect(await desk.list('bia')).toEqual([])
})

test('a list is in use only while a campaign still has to read it', async () => {
  const later = toIso(desk.clock.now() + 60_000)
  await desk.create({ ...complete, status: 'Agendada', data_de_envio: later })
  expect(await desk.isListInUse(user.id, 'lista')).toBe(true)
  await desk.remove(user.id, '1')
  expect(await desk.isListInUse(user.id, 'lista')).toBe(false)
})

test('while its audience is read, a campaign is locked and can be stopped', async () => {
  const { id } = await desk.create({ ...complete, status: 'Agendada', data_de_envio: later() })
  desk.starting.add(id)
  await expect(desk.update('ana', id, { name: 'Outra' })).rejects.toMatchObject({
    code: 'campaign_locked',
  })
  expect(await desk.stop('ana', id)).toMatchObject({
    status: 'Cancelada',
    endReason: 'Parada por você.',
  })
})

test('a reminder starts its own campaign alone', async () => {
  const first = await desk.create({ ...complete, status: 'Agendada', data_de_envio: later() })
  const second = await desk.create({ ...complete, status: 'Agendada', data_de_envio: later() })
  desk.clock.advance(2 * 60 * 60_000)
  expect(await desk.startReminded(second.id)).toEqual([second.id])
  expect(await desk.startReminded(second.id)).toEqual([])
  expect(await desk.startDue()).toEqual([first.id])
})

test('a campaign that is deleted while it is being saved stays deleted', async () => {
  const { id } = await desk.create({ name: 'Rascunho', status: 'Rascunho' })
  const count = () =>
    desk.records.update('ana', id, (campaign) => ({
      ...campaign,
      sentCount: campaign.sentCount + 1,
    }))
  await Promise.all([count(), desk.remove('ana', id), count()])
  await count()
  expect(await desk.records.store.find('ana', id)).toBeUndefined()
})

function later(): string {
  return toIso(desk.clock.now() + 60 * 60_000)
}
