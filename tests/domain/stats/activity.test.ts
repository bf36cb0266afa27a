import { expect, test } from 'vitest'
import type { SendFact } from '../../../src/domain/sending/recipient.ts'
import { createActivity } from '../../../src/domain/stats/activity.ts'
import { aDisk, aLife, begin, START_MS, USER } from '../../support/domain/activity-life.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

test('a deleted campaign keeps its stats, and goes on counting what arrives', async () => {
  const dir = await aDataFolder()
  const disk = aDisk()
  const life = await aLife(dir, disk)
  await begin(life, '1')
  const ledger = await life.ledgers.open('1')
  const messageId = life.messageIds.make(1, 0)
  await ledger.record({ type: 'sending', index: 0, messageId, jid: 'a', atMs: START_MS })
  life.counters.changed(ledger, await ledger.record({ type: 'accepted', index: 0, atMs: START_MS }))
  await life.counters.settle(ledger)
  await life.counters.outlive('1', () => life.records.store.remove(USER, '1'))
  expect(life.activity.tally(USER).whole).toMatchObject({ acceptedCount: 1, deliveredCount: 0 })

  await life.messageFacts.note({ messageId, type: 'delivered', atMs: START_MS + 5_000 })
  expect(life.activity.tally(USER).whole).toMatchObject({ acceptedCount: 1, deliveredCount: 1 })
  await life.counters.flush()
  await life.ledgers.close()

  const next = await aLife(dir, disk)
  expect(next.activity.lagging()).toEqual([])
  expect(next.activity.tally(USER, 'loja 1').whole).toMatchObject({ deliveredCount: 1 })
  await next.ledgers.close()
})

test('a deletion that happened is never reported as refused, whatever the disk says of the stats', async () => {
  const dir = await aDataFolder()
  const disk = aDisk()
  const life = await aLife(dir, disk)
  await begin(life, '1')
  const ledger = await life.ledgers.open('1')
  life.counters.changed(ledger, await ledger.record({ type: 'accepted', index: 0, atMs: START_MS }))
  await life.counters.settle(ledger)
  await life.counters.outlive('1', async () => {
    await life.records.store.remove(USER, '1')
    life.life.isFull = true
  })
  expect(life.faults).toMatchObject([{ code: 'storage_unavailable' }])
  await life.ledgers.close()

  const next = await aLife(dir, disk)
  expect(next.activity.lagging()).toEqual(['1'])
  expect(next.activity.tally(USER).whole).toMatchObject({ acceptedCount: 1 })
  await next.ledgers.close()
})

test('a campaign under way writes no stats to the disk before its end', async () => {
  const dir = await aDataFolder()
  const disk = aDisk()
  const life = await aLife(dir, disk)
  await begin(life, '1')
  const ledger = await life.ledgers.open('1')
  life.counters.changed(ledger, await ledger.record({ type: 'accepted', index: 0, atMs: START_MS }))
  await life.counters.flush()
  expect(await disk.stats.list(USER)).toEqual([])
  await life.counters.settle(ledger)
  expect(await disk.stats.list(USER)).toMatchObject([{ id: '1', isSettled: true }])
  await life.ledgers.close()
})

test('an acceptance that the recipient’s phone undoes is counted no more', async () => {
  const life = await aLife(await aDataFolder(), aDisk())
  await begin(life, '1')
  const ledger = await life.ledgers.open('1')
  const hour = 3_600_000
  const happen = async (fact: SendFact) => life.counters.changed(ledger, await ledger.record(fact))
  for (const index of [0, 1, 2]) {
    await happen({ type: 'accepted', index, atMs: START_MS + index * hour })
  }
  await happen({ type: 'failed', index: 1, code: 'undeliverable', atMs: START_MS + 3 * hour })

  const { whole } = life.activity.tally(USER)
  const answers = { readCount: 0, replyCount: 0 }
  expect(whole).toEqual({
    ...{ acceptedCount: 2, deliveredCount: 0, ...answers },
    ...{ gapMs: 2 * hour, gapCount: 1 },
  })
  expect(whole.acceptedCount).toBe(ledger.counts.sentCount)
  await life.activity.recount(ledger)
  expect(life.activity.tally(USER).whole).toEqual(whole)

  for (const index of [0, 2]) {
    await happen({ type: 'failed', index, code: 'undeliverable', atMs: START_MS + 4 * hour })
  }
  expect(life.activity.hoursOf('1')).toEqual([])
  expect(life.activity.tally(USER).whole).toMatchObject({ acceptedCount: 0, gapMs: 0 })
  life.ledgers.release('1')
  await life.ledgers.close()
})

test('stats of an earlier version, which knew no reads and answers, are counted anew', async () => {
  const disk = aDisk()
  const life = await aLife(await aDataFolder(), disk)
  const at = { hour: START_MS / 3_600_000, firstMs: START_MS, lastMs: START_MS }
  const old = { ...at, acceptedCount: 1, deliveredCount: 1 }
  await disk.stats.save(USER, { id: '9', instanceName: 'loja', isSettled: true, hours: [old] })
  const activity = await createActivity({ store: disk.stats, pause: () => undefined })
  expect(activity.isComplete('9')).toBe(false)
  expect(activity.tally(USER).whole).toMatchObject({ deliveredCount: 1, readCount: 0 })
  await begin(life, '1')
  const ledger = await life.ledgers.open('1')
  await ledger.record({ type: 'accepted', index: 0, atMs: START_MS })
  await ledger.record({ type: 'replied', index: 0, atMs: START_MS })
  await activity.recount(ledger)
  expect(activity.isComplete('1')).toBe(true)
  expect(activity.tally(USER, '').whole).toMatchObject({ readCount: 1, replyCount: 1 })
  life.ledgers.release('1')
  await life.ledgers.close()
})
