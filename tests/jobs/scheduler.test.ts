import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import Bree from 'bree'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createScheduler } from '../../src/jobs/scheduler.ts'
import { passes } from '../support/eventually.ts'
import { jobsUrl, watchWorkers } from '../support/jobs.ts'

const { workers, stopping } = watchWorkers()

function aScheduler(scriptsUrl = jobsUrl) {
  const slots: [string, string][] = []
  const due: string[] = []
  const ticks: number[] = []
  const faults: unknown[] = []
  const scheduler = createScheduler({
    jobsUrl: scriptsUrl,
    onSlot: (key, campaignId) => slots.push([key, campaignId]),
    onDue: (campaignId) => due.push(campaignId),
    onTick: () => ticks.push(performance.now()),
    onFault: (error) => faults.push(error),
  })
  stopping.push(scheduler.stop)
  return { ...scheduler, slots, due, ticks, faults }
}

/** A folder for the jobs' scripts, which lacks each until `bring` puts it there. */
async function aFolderOfJobs() {
  const folder = await mkdtemp(join(tmpdir(), 'disparo-jobs-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const bring = (kind: 'hours' | 'pacing') => {
    const script = `${kind}.job.js`
    return symlink(fileURLToPath(new URL(script, jobsUrl)), join(folder, script))
  }
  return { url: pathToFileURL(`${folder}/`), bring }
}

const pace = (campaignId: string, seconds: number) => ({
  campaignId,
  minIntervalMs: seconds * 1_000,
  maxIntervalMs: seconds * 1_000,
  lastSentAtMs: 0,
})
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

test('the hour of a campaign is reported when it has come, once', async () => {
  const { schedule, due, faults } = aScheduler()
  schedule.set('7', inMs(300))
  await passes(() => expect(due).toEqual(['7']))
  expect(faults).toEqual([])
})

test('a campaign is followed to another hour, and one that was cleared is forgotten', async () => {
  const { schedule, due } = aScheduler()
  schedule.set('7', inMs(200))
  schedule.set('7', inMs(2_000))
  schedule.set('8', inMs(200))
  schedule.set('9', inMs(500))
  schedule.clear('8')
  await passes(() => expect(due).toHaveLength(2))
  expect(due).toEqual(['9', '7'])
})

test('a campaign that begins after another’s end waits for the pause after its last message', async () => {
  const { pacer, slots } = aScheduler()
  pacer.add('device', pace('7', 2))
  await passes(() => expect(slots).toEqual([['device', '7']]))
  const sentAtMs = performance.now()
  pacer.settle('device', '7', 'sent')
  pacer.remove('device', '7')
  pacer.add('device', pace('8', 2))
  await passes(() => expect(slots).toHaveLength(2))
  expect(performance.now() - sentAtMs).toBeGreaterThanOrEqual(2_000)
  // The job ends once its campaign is removed, also behind a pause.
  pacer.settle('device', '8', 'nothing')
  pacer.remove('device', '8')
  await passes(() => expect(workers.size).toBe(0))
})

test('a campaign gets slots until it is removed, and then the job ends without a fault', async () => {
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

test('a hundred devices and a thousand hours take two workers', async () => {
  const { pacer, schedule, slots, due, faults } = aScheduler()
  const at = inMs(1_500)
  for (let place = 0; place < 1_000; place += 1) schedule.set(`due-${place}`, at)
  for (let place = 0; place < 100; place += 1) pacer.add(`device-${place}`, pace(`c-${place}`, 60))
  await passes(() => expect(slots).toHaveLength(100))
  expect(new Set(slots.map(([key]) => key)).size).toBe(100)
  expect(workers.size).toBe(2)
  await passes(() => expect(due).toHaveLength(1_000))
  for (let place = 0; place < 100; place += 1) {
    pacer.remove(`device-${place}`, `c-${place}`)
    pacer.settle(`device-${place}`, `c-${place}`, 'nothing')
  }
  await passes(() => expect(workers.size).toBe(0))
  expect(faults).toEqual([])
})

test('a job that dies is followed by one that knows all campaigns and hours', async () => {
  const { pacer, schedule, slots, due } = aScheduler()
  schedule.set('later', inMs(3_000))
  pacer.add('a', pace('1', 60))
  pacer.add('b', pace('2', 0))
  pacer.hold('b')
  await passes(() => expect(slots.length).toBeGreaterThan(0))
  await Promise.all([...workers].map((worker) => worker.terminate()))
  // The slots that the dead job gave before it got the hold have come by now.
  const before = slots.length
  pacer.add('c', pace('3', 60))
  // The slot of the first job was not settled: its campaign gets it again.
  await passes(() =>
    expect(slots.slice(before)).toEqual(
      expect.arrayContaining([
        ['a', '1'],
        ['c', '3'],
      ]),
    ),
  )
  expect(slots.slice(before).filter(([key]) => key === 'b')).toEqual([])
  await passes(() => expect(due).toEqual(['later']))
})

test('a job whose worker could not begin is followed by one that knows all campaigns and hours', async () => {
  const jobs = await aFolderOfJobs()
  const { pacer, schedule, slots, due, faults } = aScheduler(jobs.url)
  schedule.set('7', inMs(0))
  schedule.set('8', inMs(0))
  pacer.add('a', pace('1', 60))
  await passes(() => expect(faults.length).toBeGreaterThanOrEqual(2))
  schedule.set('9', inMs(0))
  schedule.clear('8')
  pacer.add('b', pace('2', 60))
  pacer.hold('b')
  pacer.add('c', pace('3', 60))

  await jobs.bring('hours')
  await jobs.bring('pacing')

  await passes(() => expect(due.toSorted()).toEqual(['7', '9']))
  await passes(() =>
    expect(slots.toSorted()).toEqual([
      ['a', '1'],
      ['c', '3'],
    ]),
  )
})

test('a job whose worker could not begin is tried ever later, and no more once it has nothing to do', async () => {
  const jobs = await aFolderOfJobs()
  const { schedule, stop, faults } = aScheduler(jobs.url)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const isRefused = async (attempts: number) => {
    while (faults.length < attempts) await new Promise((resolve) => setImmediate(resolve))
  }
  const pauses: number[] = []
  schedule.set('7', inMs(3_600_000))
  for (let attempt = 1; attempt <= 9; attempt += 1) {
    await isRefused(attempt)
    const sinceMs = performance.now()
    vi.advanceTimersToNextTimer()
    pauses.push(performance.now() - sinceMs)
  }
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])

  await isRefused(10)
  schedule.clear('7')
  expect(vi.getTimerCount()).toBe(0)

  schedule.set('8', inMs(3_600_000))
  await isRefused(11)
  expect(vi.getTimerCount()).toBe(1)
  await stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('a reminder whose worker could not begin is a fault, and comes again at its next turn', async () => {
  const refusal = new Error('ERR_WORKER_INIT_FAILED: EAGAIN')
  const refusing = vi.spyOn(Bree.prototype, 'createWorker').mockImplementation(() => {
    throw refusal
  })
  onTestFinished(() => refusing.mockRestore())
  const { start, ticks, faults } = aScheduler()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await start()
  await vi.advanceTimersByTimeAsync(0)
  expect(faults).toEqual([refusal])
  refusing.mockRestore()

  await vi.advanceTimersByTimeAsync(30_000)

  vi.useRealTimers()
  await passes(() => expect(ticks).toHaveLength(1))
})

test('a campaign that is removed while its slot is on the way holds its device up for nobody', async () => {
  const { pacer, slots } = aScheduler()
  pacer.add('other', pace('0', 60))
  await passes(() => expect(slots).toHaveLength(1))
  pacer.add('device', pace('7', 60))
  // The job's slot is under way when the device is gone on this side.
  pacer.remove('device', '7')
  // This slot comes behind it from the same job.
  pacer.add('third', pace('9', 60))
  await passes(() => expect(slots).toContainEqual(['third', '9']))
  pacer.add('device', pace('8', 60))
  await passes(() => expect(slots).toContainEqual(['device', '8']))
})

test('a device that is held gets no slot until it is released', async () => {
  const { pacer, slots } = aScheduler()
  pacer.add('device', pace('7', 0))
  await passes(() => expect(slots).toHaveLength(16))
  pacer.hold('device')
  for (let open = 16; open > 0; open -= 1) pacer.settle('device', '7', 'sent')
  // The slots of the device would come before this one, which its job grants later.
  pacer.add('other', pace('8', 60))
  await passes(() => expect(slots).toContainEqual(['other', '8']))
  expect(slots).toHaveLength(17)
  pacer.release('device')
  await passes(() => expect(slots).toHaveLength(33))
})

test('the scheduler stops with jobs of every kind under way', async () => {
  const { pacer, schedule, start, stop, slots, faults } = aScheduler()
  await start()
  schedule.set('7', inMs(3_600_000))
  pacer.add('device', pace('8', 0))
  await passes(() => expect(slots).toHaveLength(16))
  await stop()
  expect(faults).toEqual([])
})
