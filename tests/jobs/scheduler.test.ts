import { afterEach, expect, test } from 'vitest'
import { createScheduler } from '../../src/jobs/scheduler.ts'
import { isPending, passes } from '../support/eventually.ts'

/** Workers are loaded as they were built: Node runs no TypeScript in a thread. */
const jobsUrl = new URL('../../dist/server/jobs/', import.meta.url)

const stopping: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

function aScheduler() {
  const slots: [string, string][] = []
  const due: string[] = []
  const faults: unknown[] = []
  const scheduler = createScheduler({
    jobsUrl,
    onSlot: (key, campaignId) => slots.push([key, campaignId]),
    onDue: (campaignId) => due.push(campaignId),
    onTick: () => undefined,
    onFault: (error) => faults.push(error),
  })
  stopping.push(scheduler.stop)
  return { ...scheduler, slots, due, faults }
}

const pace = (campaignId: string, seconds: number) => ({
  campaignId,
  minIntervalMs: seconds * 1_000,
  maxIntervalMs: seconds * 1_000,
  lastSentAtMs: 0,
})
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

test('tells when the hour of a campaign has come, once', async () => {
  const { schedule, due, faults } = aScheduler()
  schedule.set('7', inMs(300))
  await passes(() => expect(due).toEqual(['7']))
  expect(faults).toEqual([])
})

test('follows a campaign to another hour, and forgets one that was cleared', async () => {
  const { schedule, due } = aScheduler()
  schedule.set('7', inMs(200))
  schedule.set('7', inMs(2_000))
  schedule.set('8', inMs(200))
  schedule.set('9', inMs(500))
  schedule.clear('8')
  await passes(() => expect(due).toHaveLength(2))
  expect(due).toEqual(['9', '7'])
})

test('gives slots to a campaign until it is removed, and then ends the job without a fault', async () => {
  const { pacer, slots, faults } = aScheduler()
  pacer.add('device', pace('7', 0))
  await passes(() => expect(slots).toHaveLength(16))
  pacer.settle('device', '7', 'sent')
  await passes(() => expect(slots).toHaveLength(17))
  pacer.remove('device', '7')
  for (let open = 16; open > 0; open -= 1) pacer.settle('device', '7', 'nothing')
  // The same device begins anew with a job of its own.
  pacer.add('device', pace('8', 0))
  await passes(() => expect(slots.filter(([, id]) => id === '8')).toHaveLength(16))
  expect(faults).toEqual([])
})

test('holds and releases a device', async () => {
  const { pacer, slots } = aScheduler()
  pacer.add('device', pace('7', 0))
  await passes(() => expect(slots).toHaveLength(16))
  pacer.hold('device')
  for (let open = 16; open > 0; open -= 1) pacer.settle('device', '7', 'sent')
  const further = passes(() => expect(slots).toHaveLength(32))
  expect(await isPending(further)).toBe(true)
  expect(slots).toHaveLength(16)
  pacer.release('device')
  await further
})

test('stops with jobs of every kind under way', async () => {
  const { pacer, schedule, start, stop, slots, faults } = aScheduler()
  await start()
  schedule.set('7', inMs(3_600_000))
  pacer.add('device', pace('8', 0))
  await passes(() => expect(slots).toHaveLength(16))
  await stop()
  expect(faults).toEqual([])
})
