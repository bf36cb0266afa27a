import { rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import type { CampaignRecord } from '../../../src/domain/campaigns/campaign-record.ts'
import { createCampaignRecords } from '../../../src/domain/campaigns/campaign-records.ts'
import { createCampaignResume } from '../../../src/domain/campaigns/campaign-resume.ts'
import { createLedgerLag } from '../../../src/domain/campaigns/ledger-lag.ts'
import { createActivity } from '../../../src/domain/stats/activity.ts'
import { aCampaign } from '../../support/domain/builders.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { createMemoryStore } from '../../support/storage/memory/memory-store.ts'
import { soundLedgersIn } from '../../support/storage/send-ledgers.ts'

const ANA = 'ana'
const at = '2026-01-15T12:00:00.000Z'

/** @param refusal what every count of results fails with */
async function aRunningCampaign(refusal?: Error) {
  const fail = (error: unknown) => {
    throw error
  }
  const count = async () => {
    if (refusal) throw refusal
  }
  const dir = await aDataFolder()
  const clock = createFakeClock()
  const ledgers = await soundLedgersIn(dir)
  onTestFinished(ledgers.close)
  const records = createCampaignRecords({ store: createMemoryStore<CampaignRecord>(), clock })
  const activity = await createActivity({ store: createMemoryStore(), pause: () => undefined })
  const begun: string[] = []
  const gone: string[] = []
  const faults: unknown[] = []
  const resume = createCampaignResume({
    records,
    ledgers,
    sending: {
      begin: async (_userId, { id }) => void begun.push(id),
      onDeviceGone: async ({ key }) => void gone.push(key),
      atRest: async () => undefined,
      stop: fail,
      stopPaused: fail,
    },
    counters: {
      recount: count,
      settle: count,
      whileWriting: async (_ledger, work) => count().then(work),
    },
    lag: createLedgerLag({ records, activity }),
    findDeviceKey: async () => 'another key',
    clock,
    onFault: (error) => faults.push(error),
  })
  const status = CampaignStatus.running
  await records.store.save(ANA, { ...aCampaign({ status }), isSettled: false, startTries: 0 })
  const header = { campaignId: '1', campaignNumber: 1, userId: ANA, deviceKey: 'k1', deviceId: 'd' }
  const content = { text: 'Olá', imageName: null, knownFields: [], startedAt: at }
  await ledgers.create({ ...header, ...content }, [{ name: 'Beto', phone: '5511987654321' }])
  return { dir, ledgers, records, activity, ...resume, begun, gone, faults }
}

type Taken = Awaited<ReturnType<typeof aRunningCampaign>>

test.each([
  ['damaged', (path: string) => truncate(path, 300)],
  ['gone', (path: string) => rm(path)],
])('ends a campaign whose ledger is %s when it is taken up, and says why', async (_, damage) => {
  const { resumeAll, ledgers, records, dir, begun, faults } = await aRunningCampaign()
  await ledgers.close()
  await damage(join(dir, 'sends', '1.snap.ndjson'))
  await resumeAll()
  expect(await records.store.find(ANA, '1')).toMatchObject({
    status: CampaignStatus.failed,
    endReason: expect.stringMatching(/^O registro de envios está danificado/),
    finishedAt: expect.any(String),
    isSettled: true,
  })
  expect(faults).toHaveLength(1)
  expect(begun).toEqual([])
})

test('a campaign whose device went in a crash is taken up and ended with it', async () => {
  const { resumeAll, begun, gone } = await aRunningCampaign()
  await resumeAll()
  expect([begun, gone]).toEqual([['1'], ['k1']])
})

test('a paused campaign stays paused over a restart, and nobody in it gets a result', async () => {
  const { resumeAll, records, ledgers, begun } = await aRunningCampaign()
  const ledger = await ledgers.open('1')
  const sending = { type: 'sending', index: 0, messageId: '3EB0', jid: 'x@lid' } as const
  await ledger.record({ ...sending, atMs: Date.parse(at) })
  await records.update(ANA, '1', (campaign) => ({ ...campaign, status: CampaignStatus.paused }))
  await resumeAll()
  expect(begun).toEqual([])
  expect((await records.store.find(ANA, '1'))?.status).toBe(CampaignStatus.paused)
  expect(ledger.get(0).status).toBe('sending')
})

test('resuming a paused campaign goes on with it', async () => {
  const { resumePaused, records, begun } = await aRunningCampaign()
  await records.update(ANA, '1', (campaign) => ({ ...campaign, status: CampaignStatus.paused }))
  await resumePaused(ANA, '1')
  expect(begun).toEqual(['1'])
  expect((await records.store.find(ANA, '1'))?.status).toBe(CampaignStatus.running)
})

test.each([
  ['taken up', async ({ takeUp }: Taken) => await takeUp(ANA, '1')],
  ['resumed at the start', async ({ resumeAll }: Taken) => await resumeAll()],
  ['stopped', async ({ stopPaused }: Taken) => void (await stopPaused(ANA, '1'))],
])(
  'lets go of the ledger of a paused campaign that the disk does not let be %s',
  async (_, act) => {
    const campaign = await aRunningCampaign(new Error('no room'))
    const { records, ledgers } = campaign
    ledgers.release('1')
    await records.update(ANA, '1', (known) => ({ ...known, status: CampaignStatus.paused }))

    await act(campaign).catch(() => undefined)

    expect(ledgers.held()).toMatchObject([{ campaignId: '1', holderCount: 0 }])
  },
)

test('lets go of the ledger of a deleted campaign that the disk does not let be counted', async () => {
  const { records, ledgers, activity, resumeAll, faults } = await aRunningCampaign()
  activity.begin(await ledgers.open('1'), 'Loja')
  ledgers.release('1')
  ledgers.release('1')
  await records.store.remove(ANA, '1')
  await activity.markLagging('1')
  const refusal = new Error('no room')
  vi.spyOn(activity, 'recount').mockRejectedValue(refusal)

  await resumeAll()

  expect(faults).toEqual([refusal])
  expect(ledgers.held()).toMatchObject([{ campaignId: '1', holderCount: 0 }])
})
