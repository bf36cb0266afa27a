import { reminders, type Scheduler, type SchedulerNeeds } from './scheduler.ts'

type Callbacks = Omit<SchedulerNeeds, 'onFault' | 'jobsUrl'>

/** A scheduler, as whoever decides what happens when something is due gets it. */
export type SchedulerBranch = Pick<Scheduler, 'pacer' | 'schedule' | 'start' | 'stop'>

type Branch = { readonly callbacks: Callbacks; readonly timers: Timers; isOver: boolean }

/**
 * Shares one scheduler, and so its worker threads, among branches that begin and end at any time.
 * Slots go to the branch that paces the device, hours to the one that set them. What recurs goes to
 * all, spread over its interval, so that they do not all work in one moment.
 */
export function createSchedulerBranches({
  create,
  after,
}: {
  /** Creates the shared scheduler; its faults belong to no branch. */
  readonly create: (callbacks: Required<Callbacks>) => Scheduler
  readonly after: After
}) {
  const branches = new Set<Branch>()
  const devices = new Map<string, Branch>()
  const dated = new Map<string, Branch>()
  const { pacer, schedule, dropDevice, start, stop } = create({
    onSlot: (key, campaignId) => devices.get(key)?.callbacks.onSlot(key, campaignId),
    onSlotLag: (ms, key) => devices.get(key)?.callbacks.onSlotLag?.(ms, key),
    onDue: strike,
    onTick: () => spread(reminders.tick.interval, ({ onTick }) => onTick()),
    onMaintenance: () =>
      spread(reminders.maintenance.interval, ({ onMaintenance }) => onMaintenance?.()),
  })
  let isStarted: Promise<void> | undefined

  return {
    branch,
    /** Ends the shared scheduler, and every branch with it. */
    stop: async () => {
      for (const branch of [...branches]) end(branch)
      await stop()
    },
  }

  /** A branch that was stopped does nothing more: its devices and campaigns may be another's. */
  function branch(callbacks: Callbacks): SchedulerBranch {
    const own: Branch = { callbacks, timers: createTimers(after), isOver: false }
    return {
      pacer: pacerOf(own),
      schedule: scheduleOf(own),
      start: () => begin(own),
      stop: async () => end(own),
    }
  }

  async function begin(own: Branch): Promise<void> {
    if (own.isOver) return
    branches.add(own)
    // The first tick comes at once, as from its own scheduler: the next may be an interval away.
    own.timers.after(0, own.callbacks.onTick)
    isStarted ??= start()
    await isStarted
  }

  function end(own: Branch): void {
    own.isOver = true
    branches.delete(own)
    own.timers.end()
    for (const [key, branch] of devices) if (branch === own) drop(key)
    for (const [campaignId, branch] of dated) if (branch === own) clear(campaignId)
  }

  function pacerOf(own: Branch): Scheduler['pacer'] {
    const whereOwn = (key: string) => (devices.get(key) === own ? pacer : idlePacer)
    return {
      add: (key, pace) => {
        if (own.isOver) return
        // Nobody will settle what an earlier branch left open.
        if (devices.has(key) && devices.get(key) !== own) drop(key)
        devices.set(key, own)
        pacer.add(key, pace)
      },
      remove: (key, campaignId) => whereOwn(key).remove(key, campaignId),
      settle: (key, campaignId, result) => whereOwn(key).settle(key, campaignId, result),
      wake: (key, campaignId) => whereOwn(key).wake(key, campaignId),
      hold: (key) => whereOwn(key).hold(key),
      release: (key) => whereOwn(key).release(key),
    }
  }

  function drop(key: string): void {
    devices.delete(key)
    dropDevice(key)
  }

  function scheduleOf(own: Branch): Scheduler['schedule'] {
    return {
      set: (campaignId, atIso) => {
        if (own.isOver) return
        dated.set(campaignId, own)
        schedule.set(campaignId, atIso)
      },
      clear: (campaignId) => {
        if (dated.get(campaignId) === own) clear(campaignId)
      },
    }
  }

  function clear(campaignId: string): void {
    dated.delete(campaignId)
    schedule.clear(campaignId)
  }

  function strike(campaignId: string): void {
    const branch = dated.get(campaignId)
    dated.delete(campaignId)
    branch?.callbacks.onDue(campaignId)
  }

  /** Gives every branch its own moment of the interval. */
  function spread(intervalMs: number, tell: (callbacks: Callbacks) => void): void {
    const gapMs = intervalMs / branches.size
    for (const [place, { callbacks, timers }] of [...branches].entries()) {
      timers.after(place * gapMs, () => tell(callbacks))
    }
  }
}

/** Paces the devices of no branch. */
const idlePacer: Scheduler['pacer'] = {
  add: () => undefined,
  remove: () => undefined,
  settle: () => undefined,
  wake: () => undefined,
  hold: () => undefined,
  release: () => undefined,
}

type After = (ms: number, work: () => void) => () => void
type Timers = ReturnType<typeof createTimers>

/** Timers that end together: one that went on would keep all that a branch holds in memory. */
function createTimers(after: After) {
  const cancels = new Set<() => void>()
  return {
    after: (ms: number, work: () => void) => {
      const cancel = after(ms, () => {
        cancels.delete(cancel)
        work()
      })
      cancels.add(cancel)
    },
    end: () => {
      for (const cancel of cancels) cancel()
      cancels.clear()
    },
  }
}
