import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import { AppError } from '../../../src/contract/errors.ts'
import { createCampaignCounters } from '../../../src/domain/campaigns/campaign-counters.ts'
import type { CampaignRecord } from '../../../src/domain/campaigns/campaign-record.ts'
import { createCampaignRecords } from '../../../src/domain/campaigns/campaign-records.ts'
import { createCampaignResume } from '../../../src/domain/campaigns/campaign-resume.ts'
import { createLedgerLag } from '../../../src/domain/campaigns/ledger-lag.ts'
import { createMessageFacts } from '../../../src/domain/sending/message-facts.ts'
import type { SendFact } from '../../../src/domain/sending/recipient.ts'
import { createActivity } from '../../../src/domain/stats/activity.ts'
import type { CampaignStats } from '../../../src/domain/stats/campaign-stats.ts'
import type { OwnedStore } from '../../../src/domain/store.ts'
import { createMessageIds } from '../../../src/storage/ledger/message-ids.ts'
import { aCampaign } from '../../support/domain/builders.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { createMemoryStore } from '../../support/storage/memory/memory-store.ts'
import { openSendLedgers } from '../../support/storage/send-ledgers.ts'

const USER = 'ana'
const CAMPAIGNS = ['1', '2', '3']
const RECIPIENTS = 4
const START_MS = Date.UTC(2026, 0, 15, 0)

/** What the disk holds: it outlives a crash, and takes nothing from a process that has died. */
function aDisk() {
  const campaigns = createMemoryStore<CampaignRecord>()
  const stats = createMemoryStore<CampaignStats>()
  return { campaigns, stats }
}

const never = new Promise<never>(() => undefined)

function mortal<Record extends { readonly id: string }>(
  store: OwnedStore<Record>,
  life: { isOver: boolean; isFull: boolean },
): OwnedStore<Record> {
  return {
    ...store,
    async save(userId, record) {
      await Promise.resolve()
      if (life.isOver) return never
      if (life.isFull) throw new AppError('storage_unavailable', 'the disk is full')
      await store.save(userId, record)
      if (life.isOver) return never
    },
    async update(userId, id, change) {
      await Promise.resolve()
      if (life.isOver) return never
      const stands = await store.update(userId, id, (present) => {
        const next = change(present)
        if (next && life.isFull) throw new AppError('storage_unavailable', 'the disk is full')
        return next
      })
      return life.isOver ? never : stands
    },
    async remove(userId, id) {
      await Promise.resolve()
      return life.isOver ? never : store.remove(userId, id)
    },
  }
}

/** One life of the daemon: what counts, on real ledgers. */
async function aLife(dir: string, disk: ReturnType<typeof aDisk>) {
  const life = { isOver: false, isFull: false }
  const clock = createFakeClock(START_MS)
  const faults: unknown[] = []
  const onDisk = await openSendLedgers({
    dir,
    idleMs: 60_000,
    onTornLine: (torn) => faults.push(torn),
    onIdleFailure: (error) => faults.push(error),
  })
  const opening = new Set<Promise<unknown>>()
  const ledgers: typeof onDisk = {
    ...onDisk,
    async open(id) {
      if (life.isOver) return never
      const work = onDisk.open(id)
      opening.add(work)
      const ledger = await work
      opening.delete(work)
      return ledger
    },
    async close() {
      await Promise.all(opening)
      await onDisk.close()
    },
  }
  const records = createCampaignRecords({ store: mortal(disk.campaigns, life), clock })
  const activity = await createActivity({
    store: mortal(disk.stats, life),
    pause: () => undefined,
  })
  const lag = createLedgerLag({ records, activity })
  const counters = createCampaignCounters({
    lag,
    activity,
    clock,
    publish: () => undefined,
    onFault: (error) => faults.push(error),
  })
  const messageIds = createMessageIds(new Uint8Array(32))
  const news = createMessageFacts({
    ledgers,
    messageIds,
    counters,
    directSends: {
      note: async () => false,
      find: async () => undefined,
    },
    findMedia: async () => null,
    onAccepted: () => undefined,
    onSent: async () => undefined,
    onFault: (error) => faults.push(error),
  })
  const resume = createCampaignResume({
    records,
    ledgers,
    sending: {
      begin: async (_userId, campaign, ledger) => counters.begin(ledger, campaign.instanceName),
      deviceGone: async () => undefined,
      atRest: async () => undefined,
      stop: async () => undefined,
      stopPaused: async () => undefined,
    },
    counters,
    lag,
    findDeviceKey: async () => undefined,
    clock,
    onFault: (error) => faults.push(error),
  })
  return { life, ledgers, records, activity, counters, messageIds, news, resume, faults }
}

type Life = Awaited<ReturnType<typeof aLife>>

async function begin({ ledgers, records, counters, messageIds }: Life, id: string): Promise<void> {
  const instanceName = `loja ${id}`
  const ledger = await ledgers.create(
    {
      campaignId: id,
      campaignNumber: Number(id),
      userId: USER,
      deviceKey: 'key',
      deviceId: '5561999990000',
      text: 'Olá',
      imageName: null,
      knownFields: [],
      startedAt: new Date(START_MS).toISOString(),
    },
    Array.from({ length: RECIPIENTS }, (_, index) => ({ name: '', phone: `551199999000${index}` })),
  )
  await records.store.save(USER, {
    ...aCampaign({ id, instanceName, status: CampaignStatus.running }),
    isSettled: false,
    startTries: 0,
  })
  counters.begin(ledger, instanceName)
  for (let index = 0; index < RECIPIENTS; index += 1) {
    const messageId = messageIds.make(Number(id), index)
    await ledger.record({ type: 'sending', index, messageId, jid: 'a', atMs: START_MS })
  }
}

/** After a crash: what the daemon does before it listens. */
async function takeUp({ resume }: Life): Promise<void> {
  await resume.resumeAll()
}

const fact = fc.record({
  kind: fc.constantFrom('fact' as const, 'fact' as const, 'receipt' as const),
  campaign: fc.constantFrom(...CAMPAIGNS),
  index: fc.nat({ max: RECIPIENTS - 1 }),
  type: fc.constantFrom(
    'sending' as const,
    'accepted' as const,
    'failed' as const,
    'returned' as const,
    'delivered' as const,
    'read' as const,
  ),
  minute: fc.nat({ max: 60 * 100 }),
  isAwaited: fc.boolean(),
})
const moment = fc.record({
  kind: fc.constantFrom('flush' as const, 'crash' as const, 'end' as const, 'delete' as const),
  campaign: fc.constantFrom(...CAMPAIGNS),
  isAwaited: fc.boolean(),
})

/** What the ledgers say, counted by hand. */
async function expectedHours({ ledgers }: Life, id: string) {
  const ledger = await ledgers.open(id)
  const accepted = Array.from({ length: RECIPIENTS }, (_, index) => ledger.get(index)).filter(
    ({ status }) => status === 'accepted',
  )
  ledgers.release(id)
  const hours = [...new Set(accepted.map(({ sentAtMs }) => Math.floor(sentAtMs / 3_600_000)))]
  return hours
    .sort((a, b) => a - b)
    .map((hour) => {
      const own = accepted.filter(({ sentAtMs }) => Math.floor(sentAtMs / 3_600_000) === hour)
      return {
        hour,
        acceptedCount: own.length,
        deliveredCount: own.filter(({ deliveredAtMs }) => deliveredAtMs > 0).length,
        readCount: own.filter(({ readAtMs }) => readAtMs > 0).length,
        replyCount: own.filter(({ repliedAtMs }) => repliedAtMs > 0).length,
        firstMs: Math.min(...own.map(({ sentAtMs }) => sentAtMs)),
        lastMs: Math.max(...own.map(({ sentAtMs }) => sentAtMs)),
      }
    })
}

/** Sums of all campaigns: gaps between the ordered times of each. */
function expectedWhole(all: readonly Awaited<ReturnType<typeof expectedHours>>[]) {
  const answers = { readCount: 0, replyCount: 0 }
  const whole = { acceptedCount: 0, deliveredCount: 0, ...answers, gapMs: 0, gapCount: 0 }
  for (const hours of all) {
    for (const each of hours) {
      whole.acceptedCount += each.acceptedCount
      whole.deliveredCount += each.deliveredCount
      whole.readCount += each.readCount
      whole.replyCount += each.replyCount
    }
    if (hours.length === 0) continue
    whole.gapMs += (hours.at(-1)?.lastMs ?? 0) - (hours[0]?.firstMs ?? 0)
    whole.gapCount += hours.reduce((sum, each) => sum + each.acceptedCount, 0) - 1
  }
  return whole
}

async function expectStatsOfLedgers(life: Life): Promise<void> {
  const all = await Promise.all(CAMPAIGNS.map((id) => expectedHours(life, id)))
  for (const [place, id] of CAMPAIGNS.entries()) {
    expect(life.activity.hoursOf(id)).toEqual(all[place])
    const { whole } = life.activity.tally(USER, `loja ${id}`)
    expect(whole).toEqual(expectedWhole([all[place] ?? []]))
  }
  const { whole, days } = life.activity.tally(USER)
  expect(whole).toEqual(expectedWhole(all))
  const ofDays = [...days.values()]
  expect(ofDays.reduce((sum, day) => sum + day.acceptedCount, 0)).toBe(whole.acceptedCount)
  expect(ofDays.reduce((sum, day) => sum + day.gapMs, 0)).toBe(whole.gapMs)
}

test('sums are what the ledgers say, after any history and any crash', async () => {
  const history = fc.array(
    fc.oneof({ weight: 5, arbitrary: fact }, { weight: 2, arbitrary: moment }),
    {
      maxLength: 40,
    },
  )
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const dir = await aDataFolder()
      const disk = aDisk()
      let now = await aLife(dir, disk)
      for (const id of CAMPAIGNS) await begin(now, id)
      const running = new Set(CAMPAIGNS)
      const lives = [now]
      let open: Promise<unknown>[] = []

      for (const step of steps) {
        if (step.kind === 'crash') {
          now.life.isOver = true
          await now.ledgers.close()
          now = await aLife(dir, disk)
          lives.push(now)
          open = []
          await takeUp(now)
          const left = await now.records.store.listAll()
          running.clear()
          for (const { record } of left) {
            if (record.status === CampaignStatus.running) running.add(record.id)
          }
          await expectStatsOfLedgers(now)
          continue
        }
        // As in the engine, a campaign ends when nothing of its own is on its way.
        if (step.kind === 'end') await Promise.all(open)
        const { life, faults } = now
        const work = carryOut(now, step, running).catch((error) => {
          if (!life.isOver) faults.push(error)
        })
        if (step.isAwaited) await work
        else open.push(work)
      }

      await Promise.all(open)
      await expectStatsOfLedgers(now)
      for (const { faults } of lives) expect(faults).toEqual([])
      now.life.isOver = true
      await now.ledgers.close()
      // What was left without a last flush is found again.
      const after = await aLife(dir, disk)
      await takeUp(after)
      await expectStatsOfLedgers(after)
      await after.ledgers.close()
    }),
    { numRuns: 60 },
  )
})

type Step = {
  readonly kind: 'fact' | 'receipt' | 'flush' | 'end' | 'delete' | 'crash'
  readonly campaign: string
  readonly index?: number
  readonly type?: SendFact['type']
  readonly minute?: number
}

async function carryOut(now: Life, step: Step, running: Set<string>): Promise<void> {
  const { ledgers, counters, news, messageIds } = now
  const { campaign: id, index = 0, type = 'accepted', minute = 0 } = step
  const atMs = START_MS + minute * 60_000
  if (step.kind === 'flush') return counters.flush()
  if (step.kind === 'delete') {
    return counters.outlive(id, () => now.records.store.remove(USER, id))
  }
  if (step.kind === 'receipt') {
    if (type !== 'accepted' && type !== 'delivered' && type !== 'read') return
    return news.note({ messageId: messageIds.make(Number(id), index), type, atMs })
  }
  const isRunning = running.has(id)
  if (!isRunning) return
  if (step.kind === 'end') {
    running.delete(id)
    const ledger = await ledgers.open(id)
    await now.records.update(USER, id, (campaign) => ({ ...campaign, status: CampaignStatus.done }))
    await counters.settle(ledger)
    return
  }
  const ledger = await ledgers.open(id)
  const made: SendFact =
    type === 'sending'
      ? { type, index, messageId: messageIds.make(Number(id), index), jid: 'a', atMs }
      : type === 'failed'
        ? { type, index, code: 'send_failed', atMs }
        : { type, index, atMs }
  const change = await ledger.record(made)
  if (type !== 'sending') counters.changed(ledger, change)
  ledgers.release(id)
}

test('a deleted campaign keeps its sums, and goes on counting what arrives', async () => {
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

  await life.news.note({ messageId, type: 'delivered', atMs: START_MS + 5_000 })
  expect(life.activity.tally(USER).whole).toMatchObject({ acceptedCount: 1, deliveredCount: 1 })
  await life.counters.flush()
  await life.ledgers.close()

  const next = await aLife(dir, disk)
  expect(next.activity.lagging()).toEqual([])
  expect(next.activity.tally(USER, 'loja 1').whole).toMatchObject({ deliveredCount: 1 })
  await next.ledgers.close()
})

test('a deletion that happened is never told as refused, whatever the disk says of the sums', async () => {
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

test('a campaign under way writes no sums to the disk before its end', async () => {
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

test('sums of an earlier version, which knew no reads and answers, are counted anew', async () => {
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
