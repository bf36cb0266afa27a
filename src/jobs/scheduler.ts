import { fileURLToPath } from 'node:url'
import Bree from 'bree'
import { z } from 'zod'
import type { Pace, SlotResult } from '../contract/pace.ts'
import type { PacingCommand, Slot } from './pacing.ts'

const JobMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('due'), campaignId: z.string() }),
  z.object({ type: z.literal('tick') }),
  z.object({ type: z.literal('maintenance') }),
  z.object({ type: z.literal('slot'), campaignId: z.string(), atMs: z.number() }),
])
type JobMessage = z.infer<typeof JobMessage>
type Reminder = Exclude<JobMessage, Slot>

type PacingJob = {
  readonly key: string
  readonly paces: Map<string, Pace>
  /** Slots granted and not settled yet. */
  openSlots: number
  isHeld: boolean
  name: string
  /** Commands given before the worker exists; null once it does. */
  backlog: PacingCommand[] | null
}

const TICK = 'tick'
const TICK_INTERVAL_MS = 30_000
const MAINTENANCE = 'maintenance'
/** Maintenance waits until the daemon's start is over. */
const FIRST_UPKEEP_MS = 10 * 60_000
const UPKEEP_INTERVAL_MS = 60 * 60_000
const recurring: ReadonlySet<string> = new Set([TICK, MAINTENANCE])
/** A worker that has not ended by then is terminated. */
const STOP_GRACE_MS = 2_000

/**
 * Runs Bree's jobs: one dated reminder per scheduled campaign, a recurring one for times that dated
 * timers miss, and a pacing job for each device with a running campaign. Jobs decide when; the
 * caller decides what happens then.
 */
export function createScheduler({
  onSlot,
  onDue,
  onTick,
  onMaintenance = () => undefined,
  onSlotLag = () => undefined,
  onFault,
  jobsUrl = new URL('./', import.meta.url),
}: {
  readonly onSlot: (key: string, campaignId: string) => void
  readonly onDue: (campaignId: string) => void
  readonly onTick: () => void
  /** Called when maintenance is due. */
  readonly onMaintenance?: () => void
  /** Called with how long a slot took to arrive from its job, in milliseconds. */
  readonly onSlotLag?: (ms: number) => void
  readonly onFault: (error: unknown, job: string) => void
  /** Folder of the compiled jobs; tests that run from source name the one in dist. */
  readonly jobsUrl?: URL
}) {
  const pacingJobs = new Map<string, PacingJob>()
  const jobsByName = new Map<string, PacingJob>()
  /** Jobs that are being ended on purpose: their exit is not an error. */
  const ending = new Set<string>()
  const dated = new Map<string, string>()
  let serial = 0
  let isStopping = false

  const bree = new Bree({
    root: false,
    logger: false,
    worker: { resourceLimits: { maxOldGenerationSizeMb: 32 } },
    workerMessageHandler: ({ name, message }) => hear(name, JobMessage.parse(message)),
    errorHandler: (error, { name }) => {
      if (!ending.has(name) && !isStopping) onFault(error, name)
    },
  })
  bree.on('worker deleted', (name: string) => {
    workerGone(name).catch((error) => onFault(error, name))
  })

  return {
    start,
    stop,
    pacer: { add, remove, settle, wake, hold, release },
    schedule: { set, clear },
  }

  async function start(): Promise<void> {
    await addRecurring(TICK, { reminder: { type: 'tick' }, timeout: 0, interval: TICK_INTERVAL_MS })
    await addRecurring(MAINTENANCE, {
      reminder: { type: 'maintenance' },
      timeout: FIRST_UPKEEP_MS,
      interval: UPKEEP_INTERVAL_MS,
    })
  }

  async function addRecurring(
    name: string,
    { reminder, ...times }: { reminder: Reminder; timeout: number; interval: number },
  ): Promise<void> {
    const worker = { workerData: { reminder } }
    await bree.add({ name, path: jobPath('reminder'), ...times, worker })
    await bree.start(name)
  }

  function hear(name: string, message: JobMessage): void {
    if (isStopping) return
    if (message.type === 'tick') onTick()
    else if (message.type === 'maintenance') onMaintenance()
    else if (message.type === 'due') onDue(message.campaignId)
    else takeSlot(name, message)
  }

  function takeSlot(name: string, { campaignId, atMs }: Slot): void {
    const job = jobsByName.get(name)
    if (!job || pacingJobs.get(job.key) !== job) return
    job.openSlots += 1
    onSlotLag(Date.now() - atMs)
    onSlot(job.key, campaignId)
  }

  // Dated reminders

  function set(campaignId: string, atIso: string): void {
    clear(campaignId)
    const name = `due-${campaignId}-${++serial}`
    dated.set(campaignId, name)
    addDated(name, campaignId, atIso).catch((error) => onFault(error, name))
  }

  async function addDated(name: string, campaignId: string, atIso: string): Promise<void> {
    const reminder: Reminder = { type: 'due', campaignId }
    await bree.add({
      name,
      path: jobPath('reminder'),
      date: new Date(atIso),
      worker: { workerData: { reminder } },
    })
    // The reminder was cleared while it was being added.
    if (dated.get(campaignId) !== name) await bree.remove(name)
    else await bree.start(name)
  }

  function clear(campaignId: string): void {
    const name = dated.get(campaignId)
    if (name === undefined) return
    dated.delete(campaignId)
    if (bree.config.jobs.some((job) => job.name === name)) {
      end(name).catch((error) => onFault(error, name))
    }
  }

  // Pacing

  function add(key: string, pace: Pace): void {
    const job = pacingJobs.get(key) ?? startPacing(key)
    job.paces.set(pace.campaignId, pace)
    tell(job, { type: 'add', pace })
  }

  function startPacing(key: string): PacingJob {
    const job: PacingJob = {
      key,
      paces: new Map(),
      openSlots: 0,
      isHeld: false,
      name: `pacing-${key}-${++serial}`,
      backlog: [],
    }
    pacingJobs.set(key, job)
    runPacing(job).catch((error) => onFault(error, job.name))
    return job
  }

  async function runPacing(job: PacingJob): Promise<void> {
    const { name } = job
    jobsByName.set(name, job)
    await bree.add({ name, path: jobPath('pacing') })
    await bree.run(name)
    const backlog = job.backlog ?? []
    job.backlog = null
    for (const command of backlog) tell(job, command)
  }

  function tell(job: PacingJob, command: PacingCommand): void {
    if (job.backlog) job.backlog.push(command)
    else bree.workers.get(job.name)?.postMessage(command)
  }

  function remove(key: string, campaignId: string): void {
    const job = pacingJobs.get(key)
    if (!job) return
    job.paces.delete(campaignId)
    tell(job, { type: 'remove', campaignId })
    retireIfIdle(job)
  }

  function settle(key: string, campaignId: string, result: SlotResult): void {
    const job = pacingJobs.get(key)
    if (!job) return
    job.openSlots = Math.max(0, job.openSlots - 1)
    const pace = job.paces.get(campaignId)
    if (pace && result === 'sent') {
      job.paces.set(campaignId, { ...pace, lastSentAtMs: Date.now() })
    }
    tell(job, { type: 'settle', campaignId, result })
    retireIfIdle(job)
  }

  function wake(key: string, campaignId: string): void {
    const job = pacingJobs.get(key)
    if (job) tell(job, { type: 'wake', campaignId })
  }

  function hold(key: string): void {
    const job = pacingJobs.get(key)
    if (!job) return
    job.isHeld = true
    tell(job, { type: 'hold' })
  }

  function release(key: string): void {
    const job = pacingJobs.get(key)
    if (!job) return
    job.isHeld = false
    tell(job, { type: 'release' })
  }

  /** Ends a job without campaigns, once its last slot is settled. */
  function retireIfIdle(job: PacingJob): void {
    if (job.paces.size > 0 || job.openSlots > 0) return
    pacingJobs.delete(job.key)
    end(job.name).catch((error) => onFault(error, job.name))
  }

  async function workerGone(name: string): Promise<void> {
    const job = jobsByName.get(name)
    jobsByName.delete(name)
    if (job && !ending.has(name) && !isStopping) restartPacing(job)
    // Reminders stay listed after their run.
    if (!recurring.has(name) && !ending.has(name) && !isStopping) await bree.remove(name)
  }

  /** Restarts a pacing job that died, with the campaigns it had. */
  function restartPacing(job: PacingJob): void {
    if (pacingJobs.get(job.key) !== job) return
    job.name = `pacing-${job.key}-${++serial}`
    job.backlog = [...job.paces.values()].map((pace) => ({ type: 'add', pace }))
    if (job.isHeld) job.backlog.push({ type: 'hold' })
    runPacing(job).catch((error) => onFault(error, job.name))
  }

  /** Ends a worker within the grace time; Bree's own stop waits for ever for one that hangs. */
  async function end(name: string): Promise<void> {
    ending.add(name)
    const worker = bree.workers.get(name)
    const timer = setTimeout(() => {
      worker?.terminate().catch((error: unknown) => onFault(error, name))
    }, STOP_GRACE_MS)
    await bree.stop(name)
    clearTimeout(timer)
    await bree.remove(name)
    jobsByName.delete(name)
    ending.delete(name)
  }

  function jobPath(name: string): string {
    return fileURLToPath(new URL(`${name}.job.js`, jobsUrl))
  }

  async function stop(): Promise<void> {
    isStopping = true
    const names = bree.config.jobs.map((job) => job.name)
    await Promise.all(names.map(end))
  }
}
