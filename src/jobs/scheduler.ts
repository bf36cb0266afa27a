import { fileURLToPath } from 'node:url'
import Bree from 'bree'
import { z } from 'zod'
import type { HoursCommand } from './hours.ts'
import { createPacer } from './pacer.ts'
import type { DevicePacingCommand } from './pacing.ts'
import { createStandingJob } from './standing-job.ts'

const JobMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('due'), campaignId: z.string(), atMs: z.number() }),
  z.object({ type: z.literal('tick') }),
  z.object({ type: z.literal('maintenance') }),
  z.object({
    type: z.literal('slot'),
    key: z.string(),
    campaignId: z.string(),
    atMs: z.number(),
  }),
])
type JobMessage = z.infer<typeof JobMessage>

/** Jobs that only remind of something, by what they remind of; times in milliseconds. */
export const reminders = {
  tick: { timeout: 0, interval: 30_000 },
  // Waits until the daemon's start is over.
  maintenance: { timeout: 10 * 60_000, interval: 60 * 60_000 },
}
/** A worker that has not ended by then is terminated. */
const STOP_GRACE_MS = 2_000

export type SchedulerNeeds = {
  readonly onSlot: (key: string, campaignId: string) => void
  readonly onDue: (campaignId: string) => void
  readonly onTick: () => void
  /** Called when maintenance is due. */
  readonly onMaintenance?: () => void
  /** Called with how long a slot of the device took to arrive from its job, in milliseconds. */
  readonly onSlotLag?: (ms: number, key: string) => void
  readonly onFault: (error: unknown, job: string) => void
  /** Folder of the compiled jobs; tests that run from source name the one in dist. */
  readonly jobsUrl?: URL
}

export type Scheduler = ReturnType<typeof createScheduler>

/**
 * Runs Bree's jobs: one with the hours of all scheduled campaigns, one that paces all devices with
 * a running campaign, and two recurring reminders: of hours that were missed, and of maintenance. A
 * worker takes some megabytes and tens of milliseconds, so that none is for a single campaign or
 * device. Jobs decide when; the caller decides what happens then.
 */
export function createScheduler({
  onSlot,
  onDue,
  onTick,
  onMaintenance = () => undefined,
  onSlotLag = () => undefined,
  onFault,
  jobsUrl = new URL('./', import.meta.url),
}: SchedulerNeeds) {
  /** Hours of campaigns, in epoch milliseconds. */
  const dated = new Map<string, number>()
  /** Jobs that are being ended on purpose: their exit is not an error. */
  const ending = new Map<string, Promise<void>>()
  let isStopping = false

  const bree = new Bree({
    root: false,
    logger: false,
    worker: { resourceLimits: { maxOldGenerationSizeMb: 32 } },
    workerMessageHandler: ({ name, message }) => take(name, JobMessage.parse(message)),
    errorHandler: (error, { name }) => {
      if (!ending.has(name) && !isStopping) onFault(error, name)
    },
  })
  const runWorker = bree.run.bind(bree)
  bree.run = runOrPost
  bree.on('worker deleted', (name: string) => {
    workerGone(name).catch((error) => onFault(error, name))
  })

  const workers = { run, post, end }
  const pacing = createPacer({ workers, onSlot, onSlotLag, onFault })
  const hours = createStandingJob<HoursCommand>({
    kind: 'hours',
    workers,
    everything: () => [...dated].map(([campaignId, atMs]) => ({ type: 'set', campaignId, atMs })),
    onFault,
  })

  return {
    start,
    stop,
    pacer: pacing.pacer,
    dropDevice: pacing.drop,
    schedule: { set, clear },
  }

  async function start(): Promise<void> {
    for (const [name, times] of Object.entries(reminders)) {
      const worker = { workerData: { reminder: { type: name } } }
      await bree.add({ name, path: jobPath('reminder'), ...times, worker })
      await bree.start(name)
    }
  }

  async function run(name: string, kind: string): Promise<void> {
    await bree.add({ name, path: jobPath(kind) })
    try {
      await runWorker(name)
    } catch (error) {
      await unlist(name)
      throw error
    }
  }

  /** Runs jobs for Bree's timers, which catch nothing: a refused thread may not end the program. */
  async function runOrPost(name?: string): Promise<void> {
    try {
      await runWorker(name)
    } catch (error) {
      onFault(error, String(name))
    }
  }

  function post(name: string, command: DevicePacingCommand | HoursCommand): void {
    bree.workers.get(name)?.postMessage(command)
  }

  function take(name: string, message: JobMessage): void {
    if (isStopping) return
    if (message.type === 'tick') onTick()
    else if (message.type === 'maintenance') onMaintenance()
    else if (message.type === 'due') strike(message)
    else if (pacing.job.is(name)) pacing.takeSlot(message)
  }

  function set(campaignId: string, atIso: string): void {
    const atMs = Date.parse(atIso)
    dated.set(campaignId, atMs)
    hours.post({ type: 'set', campaignId, atMs })
  }

  function clear(campaignId: string): void {
    if (!dated.delete(campaignId)) return
    if (dated.size > 0) hours.post({ type: 'clear', campaignId })
    else hours.retire()
  }

  function strike({ campaignId, atMs }: Extract<JobMessage, { type: 'due' }>): void {
    // The campaign was given another hour meanwhile.
    if (dated.get(campaignId) !== atMs) return
    clear(campaignId)
    onDue(campaignId)
  }

  async function workerGone(name: string): Promise<void> {
    if (ending.has(name) || isStopping || name in reminders) return
    for (const job of [pacing.job, hours]) job.followDead(name)
    // A job stays listed after its run.
    await unlist(name)
  }

  async function unlist(name: string): Promise<void> {
    if (bree.config.jobs.some((job) => job.name === name)) await bree.remove(name)
  }

  /** Ends a worker within the grace time; Bree's own stop waits for ever for one that hangs. */
  function end(name: string): Promise<void> {
    const ended = ending.get(name) ?? endNow(name).finally(() => ending.delete(name))
    ending.set(name, ended)
    return ended
  }

  async function endNow(name: string): Promise<void> {
    const worker = bree.workers.get(name)
    const timer = setTimeout(() => {
      worker?.terminate().catch((error: unknown) => onFault(error, name))
    }, STOP_GRACE_MS)
    await bree.stop(name)
    clearTimeout(timer)
    await unlist(name)
  }

  function jobPath(name: string): string {
    return fileURLToPath(new URL(`${name}.job.js`, jobsUrl))
  }

  async function stop(): Promise<void> {
    isStopping = true
    const names = bree.config.jobs.map((job) => job.name)
    await Promise.all([pacing.close(), hours.close(), ...names.map(end)])
  }
}
