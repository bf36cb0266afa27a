import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import type { SendFact } from '../../../src/domain/sending/recipient.ts'
import {
  aDisk,
  aLife,
  begin,
  CAMPAIGNS,
  type Life,
  RECIPIENTS,
  START_MS,
  takeUp,
  USER,
} from '../../support/domain/activity-life.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

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

/** The hours as the ledgers give them, without the code under test. */
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

/** Stats of all campaigns, with the gaps between the ordered times of each. */
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

test('stats are what the ledgers say, after any history and any crash', async () => {
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
      // A start finds what the last one left without a flush.
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
  const { ledgers, counters, messageFacts, messageIds } = now
  const { campaign: id, index = 0, type = 'accepted', minute = 0 } = step
  const atMs = START_MS + minute * 60_000
  if (step.kind === 'flush') return counters.flush()
  if (step.kind === 'delete') {
    return counters.outlive(id, () => now.records.store.remove(USER, id))
  }
  if (step.kind === 'receipt') {
    if (type !== 'accepted' && type !== 'delivered' && type !== 'read') return
    return messageFacts.note({ messageId: messageIds.make(Number(id), index), type, atMs })
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
