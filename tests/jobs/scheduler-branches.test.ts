import { expect, test } from 'vitest'
import { createScheduler, type Scheduler, type SchedulerNeeds } from '../../src/jobs/scheduler.ts'
import { createSchedulerBranches } from '../../src/jobs/scheduler-branches.ts'
import { createFakeClock } from '../support/domain/fake-clock.ts'
import { passes } from '../support/eventually.ts'
import { jobsUrl, watchWorkers } from '../support/jobs.ts'

const TICK_MS = 30_000
const HOUR_MS = 60 * 60_000

const { workers, stopping } = watchWorkers()

/** Branches on the clock of the test over a scheduler with jobs of its own. */
function someBranches() {
  const clock = createFakeClock()
  const faults: unknown[] = []
  let callbacks: SchedulerNeeds | undefined
  let startCount = 0
  const branches = createSchedulerBranches({
    after: clock.after,
    create: (given): Scheduler => {
      callbacks = { ...given, jobsUrl, onFault: (error) => faults.push(error) }
      const scheduler = createScheduler(callbacks)
      // Recurring work runs when the test calls for it.
      const start = async () => {
        startCount += 1
      }
      return { ...scheduler, start }
    },
  })
  stopping.push(branches.stop)
  return {
    branch,
    clock,
    faults,
    stop: branches.stop,
    tick: () => callbacks?.onTick(),
    maintain: () => callbacks?.onMaintenance?.(),
    startCount: () => startCount,
  }

  function branch() {
    const slots: string[] = []
    const lags: number[] = []
    const due: string[] = []
    const ticks: number[] = []
    const maintenances: number[] = []
    const own = branches.branch({
      onSlot: (key, campaignId) => slots.push(`${key} ${campaignId}`),
      onSlotLag: (ms) => lags.push(ms),
      onDue: (campaignId) => due.push(campaignId),
      onTick: () => ticks.push(clock.now()),
      onMaintenance: () => maintenances.push(clock.now()),
    })
    return { ...own, slots, lags, due, ticks, maintenances }
  }
}

const pace = (campaignId: string, seconds: number) => ({
  campaignId,
  minIntervalMs: seconds * 1_000,
  maxIntervalMs: seconds * 1_000,
  lastSentAtMs: 0,
})
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

test('each branch keeps its paces in one job; one that stops leaves the others theirs', async () => {
  const { branch, faults } = someBranches()
  const [one, other] = [branch(), branch()]
  one.pacer.add('a', pace('1', 0))
  other.pacer.add('b', pace('2', 60))
  await passes(() => expect(one.slots).toHaveLength(16))
  await passes(() => expect(other.slots).toEqual(['b 2']))
  expect(workers.size).toBe(1)
  expect(one.lags).toHaveLength(16)
  expect(other.lags).toHaveLength(1)

  await one.stop()
  one.pacer.settle('a', '1', 'sent')
  one.pacer.add('a', pace('1', 0))
  other.pacer.settle('b', '2', 'nothing')
  other.pacer.wake('b', '2')
  await passes(() => expect(other.slots).toHaveLength(2))
  expect(one.slots).toHaveLength(16)

  // The open slots of the stopped branch count as settled, so that the job ends.
  await other.stop()
  await passes(() => expect(workers.size).toBe(0))
  expect(faults).toEqual([])
})

test('a device gets slots from its next branch, whatever the one before left open or held', async () => {
  const { branch } = someBranches()
  const first = branch()
  first.pacer.add('a', pace('1', 60))
  await passes(() => expect(first.slots).toEqual(['a 1']))
  first.pacer.hold('a')
  await first.stop()
  const second = branch()
  second.pacer.add('a', pace('1', 60))
  await passes(() => expect(second.slots).toEqual(['a 1']))

  // A device is taken over from a branch that has not stopped yet, too.
  const third = branch()
  third.pacer.add('a', pace('1', 60))
  await passes(() => expect(third.slots).toEqual(['a 1']))
  second.pacer.remove('a', '1')
  await second.stop()
  third.pacer.settle('a', '1', 'nothing')
  third.pacer.wake('a', '1')
  await passes(() => expect(third.slots).toHaveLength(2))
  expect(first.slots).toHaveLength(1)
  expect(second.slots).toHaveLength(1)
})

test('an hour comes to the branch that set it, unless that has stopped', async () => {
  const { branch } = someBranches()
  const [one, other, stopped] = [branch(), branch(), branch()]
  const at = inMs(500)
  one.schedule.set('1', at)
  stopped.schedule.set('3', at)
  other.schedule.set('2', at)
  other.schedule.clear('1')
  await stopped.stop()
  stopped.schedule.set('4', at)
  await passes(() => expect([...one.due, ...other.due]).toHaveLength(2))
  expect(one.due).toEqual(['1'])
  expect(other.due).toEqual(['2'])
  expect(stopped.due).toEqual([])
})

test('a branch is reminded as it starts, and the shared jobs start once', async () => {
  const { branch, clock, startCount } = someBranches()
  const [one, other] = [branch(), branch()]
  await Promise.all([one.start(), other.start()])
  clock.advance(0)
  expect(one.ticks).toEqual([clock.now()])
  expect(other.ticks).toEqual([clock.now()])
  expect(startCount()).toBe(1)
})

test('what recurs comes to a hundred branches once each, evenly spread over its interval', async () => {
  const { branch, clock, tick, maintain } = someBranches()
  const branches = Array.from({ length: 100 }, branch)
  for (const { start } of branches) await start()
  clock.advance(0)
  const startMs = clock.now()

  tick()
  maintain()
  clock.advance(TICK_MS - 1)
  expect(branches.map(({ ticks }) => ticks[1])).toEqual(
    branches.map((_, place) => startMs + place * 300),
  )
  clock.advance(HOUR_MS - TICK_MS)
  expect(branches.map(({ maintenances }) => maintenances)).toEqual(
    branches.map((_, place) => [startMs + place * 36_000]),
  )
  expect(clock.pendingTimers()).toBe(0)
})

test('a branch that stops is reminded of nothing, and nothing holds it in memory', async () => {
  const { branch, clock, tick, maintain } = someBranches()
  const [one, other] = [branch(), branch()]
  await one.start()
  await other.start()
  clock.advance(0)
  tick()
  maintain()
  await other.stop()
  await other.start()
  clock.advance(HOUR_MS)
  expect(one.ticks).toHaveLength(2)
  expect(other.ticks).toHaveLength(1)
  expect(other.maintenances).toEqual([])
  expect(clock.pendingTimers()).toBe(0)
})
