import { expect, test } from 'vitest'
import { noCounts } from '../../../src/contract/campaigns/campaign-counts.ts'
import { createCampaignCounters } from '../../../src/domain/campaigns/campaign-counters.ts'
import type { CampaignRecord } from '../../../src/domain/campaigns/campaign-record.ts'
import { createCampaignRecords } from '../../../src/domain/campaigns/campaign-records.ts'
import { createLedgerLag } from '../../../src/domain/campaigns/ledger-lag.ts'
import { newRecipient } from '../../../src/domain/sending/recipient.ts'
import { createActivity } from '../../../src/domain/stats/activity.ts'
import type { Change } from '../../../src/domain/store.ts'
import { aCampaign } from '../../support/domain/builders.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { createMemoryStore } from '../../support/storage/memory/memory-store.ts'
import { header } from '../../support/storage/send-ledgers.ts'

const COUNT = 200

test('the counters of many campaigns are saved together, and a refusal is reported', async () => {
  const clock = createFakeClock()
  const memory = createMemoryStore<CampaignRecord>()
  let underWay = 0
  let mostUnderWay = 0
  let refused = ''
  const store = {
    ...memory,
    update: async (userId: string, id: string, change: Change<CampaignRecord>) => {
      underWay += 1
      mostUnderWay = Math.max(mostUnderWay, underWay)
      await Promise.resolve()
      underWay -= 1
      if (id === refused) throw new Error('no room')
      return memory.update(userId, id, change)
    },
  }
  const records = createCampaignRecords({ store, clock })
  const activity = await createActivity({
    store: createMemoryStore(),
    pause: () => undefined,
  })
  const counters = createCampaignCounters({
    lag: createLedgerLag({ records, activity }),
    activity,
    clock,
    publish: () => undefined,
    onFault: () => undefined,
  })
  const ids = Array.from({ length: COUNT }, (_, place) => String(place + 1))
  const counts = { ...noCounts, sentCount: 7, deliveredCount: 3 }
  const row = newRecipient({ name: '', phone: '1' })
  const change = { fact: { type: 'read', index: 0, atMs: 1 }, before: row, after: row } as const
  const happen = (id: string) =>
    counters.changed({ header: { ...header, campaignId: id }, recipientCount: 9, counts }, change)
  for (const id of ids) {
    await memory.save('user', { ...aCampaign({ id }), isSettled: true, startTries: 0 })
    happen(id)
  }
  await counters.flush()
  expect(mostUnderWay).toBe(COUNT)
  for (const id of ids) expect(await memory.find('user', id)).toMatchObject(counts)

  refused = '5'
  for (const id of ids) happen(id)
  await expect(counters.flush()).rejects.toThrow('no room')
  const notSaved = () => counters.whileReading(async (countsOf) => ids.map(countsOf))
  expect(await notSaved()).toEqual(ids.map((id) => (id === '5' ? counts : undefined)))
  refused = ''
  await counters.flush()
  expect(await notSaved()).toEqual(ids.map(() => undefined))

  // A database may answer with older counters: `countsOf` has those saved during the reading.
  const during = await counters.whileReading(async (countsOf) => {
    const before = await memory.find('user', '7')
    happen('7')
    await counters.flush()
    return [before?.sentCount, countsOf('7'), countsOf('8')]
  })
  expect(during).toEqual([7, counts, undefined])
})
