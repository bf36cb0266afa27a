import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import type { CampaignRecord } from '../../../src/domain/campaigns/campaign-record.ts'
import { createPersonIndexing } from '../../../src/domain/people/person-indexing.ts'
import { openDamages } from '../../../src/storage/damage/damages.ts'
import { openPersonIndex } from '../../../src/storage/people/person-index.ts'
import { aCampaign } from '../../support/domain/builders.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { aPromise } from '../../support/promise.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { createMemoryBin } from '../../support/storage/memory/memory-bin.ts'
import { header, ledgersIn } from '../../support/storage/send-ledgers.ts'

const USER = header.userId
const ANA = '5561999990001'
const BIA = '5561999990002'
const ANA_LID = '77777000001@lid'
const ana = { phone: ANA, lid: null }

/** The index beside real ledgers; campaign records are those that the test saves. */
async function anIndexing() {
  const dir = await aDataFolder()
  const { ledgers } = await ledgersIn(dir)
  const damages = await openDamages({ dir })
  const store = await openPersonIndex({ dir, damages })
  const campaigns = await createMemoryBin<CampaignRecord>(createFakeClock())
  const faults: unknown[] = []
  const begin = (given: Partial<Pick<typeof ledgers, 'ids'>> = {}) =>
    createPersonIndexing({
      ...{ store, ledgers: { ...ledgers, ...given }, campaigns: campaigns.whole },
      onFault: (error) => faults.push(error),
    })
  onTestFinished(async () => {
    await ledgers.close()
    await store.close()
  })
  const record = (id: string, fields: Partial<CampaignRecord> = {}): CampaignRecord => ({
    ...aCampaign({ id, status: CampaignStatus.running }),
    ...{ isSettled: true, startTries: 0 },
    ...fields,
  })
  const freeze = async (id: string, ...phones: readonly string[]) => {
    const own = { ...header, campaignId: id, campaignNumber: Number(id) }
    return ledgers.create(
      own,
      phones.map((phone) => ({ name: 'Ana', phone })),
    )
  }
  return { dir, ledgers, store, campaigns, faults, begin, record, freeze }
}

const numbersOf = ({ places }: { places: readonly { campaignNumber: number }[] }) =>
  places.map(({ campaignNumber }) => campaignNumber)

test('finds people from their campaign’s start on, and what a crash left out after the next start', async () => {
  const { campaigns, begin, record, freeze, faults } = await anIndexing()
  const indexing = begin()
  await freeze('7', BIA, ANA)
  const running = record('7')
  await campaigns.save(USER, running)
  await indexing.onCampaignStatus({
    ...{ type: 'campaign_status', userId: USER, campaign: running },
    before: CampaignStatus.scheduled,
  })
  expect(await indexing.find(USER, ana)).toMatchObject({
    places: [{ campaignNumber: 7, index: 1 }],
  })

  // The daemon dies after this campaign was frozen, and while another's audience was read.
  await freeze('8', ANA)
  await campaigns.save(USER, record('8'))
  await freeze('9', ANA)
  await campaigns.save(USER, record('9', { status: CampaignStatus.scheduled }))
  const again = begin()
  expect(again.isWhole()).toBe(false)
  await again.catchUp()
  expect(again.isWhole()).toBe(true)
  expect(numbersOf(await again.find(USER, ana))).toEqual([8, 7])
  await again.catchUp()
  expect(numbersOf(await again.find(USER, ana))).toEqual([8, 7])
  expect(faults).toEqual([])
})

test('knows people by the LID that their message went to, of running campaigns and deleted ones', async () => {
  const { campaigns, begin, record, freeze, ledgers } = await anIndexing()
  const sendTo = async (id: string, index: number, jid: string) => {
    const ledger = await ledgers.open(id)
    await ledger.record({ type: 'sending', index, jid, messageId: 'A', atMs: 1_000 })
    await ledger.record({ type: 'accepted', index, atMs: 2_000 })
    ledgers.release(id)
  }
  await freeze('7', BIA, ANA)
  const running = record('7')
  await campaigns.save(USER, running)
  const indexing = begin()
  await indexing.catchUp()
  const hidden = { phone: null, lid: ANA_LID }
  expect(numbersOf(await indexing.find(USER, hidden))).toEqual([])
  await sendTo('7', 1, ANA_LID)
  await campaigns.save(USER, { ...running, sentCount: 1 })
  await indexing.catchUp()
  expect(await indexing.find(USER, hidden)).toEqual({
    places: [{ campaignNumber: 7, index: 1 }],
    phones: [ANA],
    lids: [ANA_LID],
  })

  // Only the ledger is left of this campaign.
  await freeze('8', BIA, ANA, '5561999990003')
  await sendTo('8', 0, '77777000002@lid')
  await indexing.catchUp()
  const bia = { phone: null, lid: '77777000002@lid' }
  expect(numbersOf(await indexing.find(USER, bia))).toEqual([8, 7])
  // Campaign 8 did not come to Ana's turn.
  expect(numbersOf(await indexing.find(USER, ana))).toEqual([7])
})

test('forgets what has no ledger any more, but nothing that may be brought back', async () => {
  const { campaigns, begin, record, freeze, ledgers } = await anIndexing()
  const indexing = begin()
  for (const id of ['7', '8']) {
    await freeze(id, ANA)
    await campaigns.save(USER, record(id, { status: CampaignStatus.paused }))
  }
  await indexing.catchUp()
  await campaigns.remove(USER, '7')
  await indexing.catchUp()
  expect(numbersOf(await indexing.find(USER, ana))).toEqual([8, 7])
  ledgers.release('8')
  await ledgers.remove('8')
  await indexing.catchUp()
  expect(numbersOf(await indexing.find(USER, ana))).toEqual([7])
})

test('a campaign that begins while the others are looked through is found, and nobody waits', async () => {
  const { campaigns, begin, record, freeze, ledgers } = await anIndexing()
  const [listed, released] = [aPromise(), aPromise()]
  let isSlow = false
  const indexing = begin({
    ids: async () => {
      const ids = await ledgers.ids()
      if (isSlow) {
        listed.keep()
        await released.promise
      }
      return ids
    },
  })
  await indexing.catchUp()
  isSlow = true
  const round = indexing.catchUp()
  await listed.promise
  await freeze('7', ANA)
  const campaign = record('7')
  await campaigns.save(USER, campaign)
  const begun = { type: 'campaign_status', userId: USER, campaign } as const
  let hasWaited = true
  const settled = indexing.settled().then(() => {
    hasWaited = false
  })
  await indexing.onCampaignStatus({ ...begun, before: CampaignStatus.scheduled })
  const asked = hasWaited
  released.keep()
  await round
  await settled
  expect(numbersOf(await indexing.find(USER, ana))).toEqual([7])
  expect(asked).toBe(false)
})

test('looks through campaigns that are indexed without asking for each of them', async () => {
  const { campaigns, begin, record, freeze, store } = await anIndexing()
  for (const [id, status] of [
    ['7', CampaignStatus.done],
    ['8', CampaignStatus.paused],
  ] as const) {
    await freeze(id, ANA)
    await campaigns.save(USER, record(id, { status }))
  }
  // Only the ledger is left of this campaign.
  await freeze('9', ANA)
  const indexing = begin()
  await indexing.catchUp()
  const ask = vi.spyOn(store, 'campaign')
  await indexing.catchUp()
  expect(ask).not.toHaveBeenCalled()
  expect(indexing.isWhole()).toBe(true)
})

test('what goes missing behind a round that is under way counts as missing after it', async () => {
  const { dir, campaigns, begin, record, freeze, ledgers } = await anIndexing()
  const campaign = record('7')
  const startsUnseen = async () => {
    const ids = await ledgers.ids()
    await freeze('7', ANA)
    await campaigns.save(USER, campaign)
    // Makes indexing fail: a file stands where the user's folder would be.
    await writeFile(join(dir, 'people', USER), '')
    const begun = { type: 'campaign_status', userId: USER, campaign } as const
    await indexing.onCampaignStatus({ ...begun, before: CampaignStatus.scheduled })
    await rm(join(dir, 'people', USER))
    return ids
  }
  let lookFor = startsUnseen
  const indexing = begin({ ids: () => lookFor() })
  await indexing.catchUp()
  expect(indexing.isWhole()).toBe(false)
  lookFor = ledgers.ids
  await indexing.catchUp()
  expect(indexing.isWhole()).toBe(true)
  expect(numbersOf(await indexing.find(USER, ana))).toEqual([7])
})

test('what could not be indexed at a campaign’s start counts as missing, until it was made up for', async () => {
  const { dir, campaigns, begin, record, freeze, faults } = await anIndexing()
  const indexing = begin()
  await indexing.catchUp()
  await freeze('7', ANA)
  const campaign = record('7')
  await campaigns.save(USER, campaign)
  // Makes indexing fail: a file stands where the user's folder would be.
  await writeFile(join(dir, 'people', USER), '')
  const begun = { type: 'campaign_status', userId: USER, campaign } as const
  await indexing.onCampaignStatus({ ...begun, before: CampaignStatus.scheduled })
  expect(faults).toMatchObject([{ code: 'storage_unavailable' }])
  expect(indexing.isWhole()).toBe(false)
  await rm(join(dir, 'people', USER))
  await indexing.catchUp()
  expect(indexing.isWhole()).toBe(true)
  expect(numbersOf(await indexing.find(USER, ana))).toEqual([7])
})

test('makes a damaged index anew by itself, and a broken ledger hides only its own campaign', async () => {
  const { dir, campaigns, begin, record, freeze, ledgers, faults } = await anIndexing()
  const indexing = begin()
  for (const id of ['7', '8']) {
    await freeze(id, ANA)
    await campaigns.save(USER, record(id))
  }
  await indexing.catchUp()
  const folder = join(dir, 'people', USER)
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    await writeFile(path, (await readFile(path, 'utf8')).replace(`[${ANA},0]`, `[${ANA},1]`))
  }
  expect(numbersOf(await indexing.find(USER, ana))).toEqual([])
  await indexing.settled()
  expect(numbersOf(await indexing.find(USER, ana))).toEqual([8, 7])
  expect(faults).toEqual([])

  await freeze('9', ANA)
  await campaigns.save(USER, record('9'))
  await ledgers.close()
  const broken = join(dir, 'sends', '9.snap.ndjson')
  await writeFile(broken, (await readFile(broken, 'utf8')).replace('"Ana"', '"Eva"'))
  await freeze('10', ANA)
  await campaigns.save(USER, record('10'))
  await indexing.catchUp()
  expect(numbersOf(await indexing.find(USER, ana))).toEqual([10, 8, 7])
  expect(indexing.isWhole()).toBe(false)
  expect(faults).toMatchObject([{ code: 'ledger_damaged' }])
})
