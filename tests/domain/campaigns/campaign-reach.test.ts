import { expect, onTestFinished, test } from 'vitest'
import { wholeList } from '../../../src/contract/campaigns/audience.ts'
import { createCampaignReach } from '../../../src/domain/campaigns/campaign-reach.ts'
import type { CampaignRecord } from '../../../src/domain/campaigns/campaign-record.ts'
import type { SendFact } from '../../../src/domain/sending/recipient.ts'
import { createActivity } from '../../../src/domain/stats/activity.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { createMemoryStore } from '../../support/storage/memory/memory-store.ts'
import { header, ledgersIn, people, sending } from '../../support/storage/send-ledgers.ts'

const DAY_MS = 24 * 3_600_000
const USER = header.userId
const identity = (index: number) =>
  Number(people(index + 1)[index]?.phone.replace(/^(55\d\d)([6-9]\d{7})$/, '$19$2'))

/** Campaigns as they were sent: their ledgers on the disk, and their stats. */
async function aPast() {
  const clock = createFakeClock()
  const { ledgers } = await ledgersIn(await aDataFolder())
  onTestFinished(ledgers.close)
  const activity = await createActivity({ store: createMemoryStore(), pause: () => undefined })
  const campaigns = createMemoryStore<CampaignRecord>()
  let reads = 0
  const reach = createCampaignReach({
    ledgers: {
      held: ledgers.held,
      readAttempted: (...call) => {
        reads += 1
        return ledgers.readAttempted(...call)
      },
    },
    activity,
    campaigns,
    now: clock.now,
    pause: () => undefined,
  })

  /** @param facts the outcomes of its recipients, in this order */
  async function campaign(id: string, facts: readonly SendFact[], userId = USER) {
    const head = { ...header, campaignId: id, campaignNumber: Number(id), userId }
    const ledger = await ledgers.create(head, people(10))
    activity.begin(ledger, 'loja')
    for (const fact of facts) {
      if (fact.type !== 'sending') await ledger.record(sending(fact.index))
      activity.note(ledger, await ledger.record(fact))
    }
    return { ledger, rest: () => ledgers.release(id) }
  }
  const exclude = async (exclusion: { days: number | null; campaignIds: string[] }) => {
    const plan = { contactListId: 'a', ...wholeList, exclusion }
    const rule = await reach.recentlySent(USER, plan)
    return [0, 1, 2, 3].filter((index) => rule?.excludes({ identity: identity(index), phone: '' }))
  }
  return { reach, ledgers, campaign, exclude, clock, reads: () => reads }
}

const accepted = (index: number, atMs: number): SendFact => ({ type: 'accepted', index, atMs })

test('leaves out who got any campaign in the last days, and nobody else', async () => {
  const { campaign, exclude, clock } = await aPast()
  await campaign('1', [accepted(0, clock.now() - 10 * DAY_MS), accepted(1, clock.now() - DAY_MS)])
  await campaign('2', [
    { type: 'failed', index: 2, code: 'not_on_whatsapp', atMs: clock.now() },
    accepted(4, clock.now()),
  ])
  expect(await exclude({ days: 7, campaignIds: [] })).toEqual([1])
  expect(await exclude({ days: 30, campaignIds: [] })).toEqual([0, 1])
  expect(await exclude({ days: null, campaignIds: [] })).toEqual([])
})

test('leaves out whoever one of these campaigns may have reached, whenever', async () => {
  const { campaign, exclude, clock } = await aPast()
  await campaign('1', [
    accepted(0, 1),
    sending(1),
    { type: 'failed', index: 2, code: 'sem_confirmacao', atMs: clock.now() },
    { type: 'failed', index: 3, code: 'refused', atMs: clock.now() },
  ])
  await campaign('2', [accepted(3, clock.now())])
  expect(await exclude({ days: null, campaignIds: ['1'] })).toEqual([0, 1, 2])
  expect(await exclude({ days: 1, campaignIds: ['1', '99'] })).toEqual([0, 1, 2, 3])
})

test('never looks into another user’s campaign', async () => {
  const { campaign, exclude, reach, clock } = await aPast()
  await campaign('1', [accepted(0, clock.now())], 'bia')
  expect(await exclude({ days: 7, campaignIds: ['1'] })).toEqual([])
  expect(await reach.ownsCampaign(USER, '1')).toBe(false)
  expect(await reach.ownsCampaign('bia', '1')).toBe(true)
})

test('reads a campaign at rest once, until something happened in it', async () => {
  const { campaign, exclude, reach, reads, ledgers, clock } = await aPast()
  const { rest } = await campaign('1', [accepted(0, clock.now())])
  await exclude({ days: 7, campaignIds: [] })
  await exclude({ days: 7, campaignIds: [] })
  expect(reads()).toBe(2)
  rest()
  await exclude({ days: 7, campaignIds: [] })
  await exclude({ days: 7, campaignIds: [] })
  expect(reads()).toBe(3)
  await ledgers.remove('1')
  expect((await reach.since(USER, 0)).size).toBe(1)
})
