import { expect, onTestFinished, test } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import type { CampaignRecord } from '../../../src/domain/campaigns/campaign-record.ts'
import { createCampaignRecords } from '../../../src/domain/campaigns/campaign-records.ts'
import { createRestoredCampaigns } from '../../../src/domain/campaigns/restored-campaigns.ts'
import { aCampaign } from '../../support/domain/builders.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { createMemoryBin } from '../../support/storage/memory/memory-bin.ts'
import { header, openSendLedgers, people, sending } from '../../support/storage/send-ledgers.ts'

const ANA = 'ana'
const from = '2026-01-14T12:00:00.000Z'
const past = '2026-01-15T11:00:00.000Z'
const future = '2026-01-16T11:00:00.000Z'

async function aRestoredFolder(...campaigns: readonly Partial<CampaignRecord>[]) {
  const fail = (error: unknown) => {
    throw error
  }
  const clock = createFakeClock()
  const told = { onTornLine: fail, onIdleFailure: fail }
  const ledgers = await openSendLedgers({ dir: await aDataFolder(), idleMs: 60_000, ...told })
  onTestFinished(ledgers.close)
  const bin = await createMemoryBin<CampaignRecord>(clock)
  const statuses: string[] = []
  const records = createCampaignRecords({
    ...{ store: bin, clock },
    onStatus: (_userId, { campaign }) => statuses.push(`${campaign.id} ${campaign.status}`),
  })
  for (const campaign of campaigns) {
    await bin.save(ANA, { ...aCampaign(), isSettled: true, startTries: 0, ...campaign })
  }
  const { holdBack } = createRestoredCampaigns({ records, bin, ledgers, clock })
  const find = (id: string) => bin.find(ANA, id)
  return { ledgers, bin, statuses, holdBack, find }
}

test('a campaign under way, and one whose hour has passed, wait for their owner; others stay as they were', async () => {
  const folder = await aRestoredFolder(
    { id: '1', status: CampaignStatus.running, isSettled: false },
    { id: '2', status: CampaignStatus.scheduled, scheduledAt: past },
    { id: '3', status: CampaignStatus.scheduled, scheduledAt: future },
    { id: '4', status: CampaignStatus.draft },
    { id: '5', status: CampaignStatus.done },
    { id: '6', status: CampaignStatus.paused, endReason: 'Muitas recusas.' },
  )
  await folder.holdBack({ from, lateLedgers: [] })
  expect(await folder.find('1')).toMatchObject({
    ...{ status: CampaignStatus.paused, restoredFrom: from, isSettled: false },
    endReason: expect.stringContaining('voltou de um backup'),
  })
  expect(await folder.find('2')).toMatchObject({
    ...{ status: CampaignStatus.draft, scheduledAt: null, restoredFrom: from },
  })
  expect(await folder.find('3')).toMatchObject({
    status: CampaignStatus.scheduled,
    scheduledAt: future,
  })
  for (const id of ['3', '4', '5']) expect(await folder.find(id)).not.toHaveProperty('restoredFrom')
  expect(await folder.find('6')).toMatchObject({
    ...{ status: CampaignStatus.paused, restoredFrom: from },
    endReason: expect.stringMatching(/^Muitas recusas\. O servidor voltou de um backup/),
  })
  expect(folder.statuses.sort()).toEqual(['1 Pausada', '2 Rascunho'])

  const before = await folder.bin.listAll()
  await folder.holdBack({ from, lateLedgers: [] })
  expect(await folder.bin.listAll()).toEqual(before)
})

test('a campaign that began to send after its record was taken is paused with its audience, and counted anew', async () => {
  const folder = await aRestoredFolder(
    { id: '7', status: CampaignStatus.draft },
    { id: '8', status: CampaignStatus.scheduled, scheduledAt: future },
    { id: '9', status: CampaignStatus.done },
  )
  const ledger = await folder.ledgers.create(header, people(3))
  await ledger.record(sending(0))
  await folder.ledgers.create({ ...header, campaignId: '8' }, people(3))
  await folder.holdBack({ from, lateLedgers: ['9'] })
  expect(await folder.find('7')).toMatchObject({
    ...{ status: CampaignStatus.paused, recipientCount: 3, isSettled: false, restoredFrom: from },
    startedAt: header.startedAt,
  })
  // No recipient was tried yet: the campaign begins at its hour.
  expect(await folder.find('8')).toMatchObject({ status: CampaignStatus.scheduled })
  expect(await folder.find('9')).toMatchObject({ status: CampaignStatus.done, isSettled: false })
})

test('a running campaign that was just being removed stays paused when it is brought back', async () => {
  const removed = { status: CampaignStatus.paused, wasRunning: true }
  const folder = await aRestoredFolder({ id: '1', ...removed })
  await folder.bin.remove(ANA, '1')
  await folder.holdBack({ from, lateLedgers: [] })
  expect(await folder.bin.restore(ANA, '1')).toMatchObject({
    ...{ status: CampaignStatus.paused, wasRunning: false, restoredFrom: from },
  })
})
