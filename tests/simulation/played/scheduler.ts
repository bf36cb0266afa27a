import type { Pacer, Schedule } from '../../../src/domain/sending/pacer.ts'
import { createPacing } from '../../../src/jobs/pacing.ts'
import { machine, QUIET_BEAT_MS } from '../machine/machine.ts'

/** The interval at which the product's own jobs look for due work. */
const TICK_MS = 30_000
const MAINTENANCE_MS = 60 * 60_000

/**
 * `jobs/scheduler.ts` inside the simulated machine: the product's pacing and hours without its worker
 * threads. Messages between the two sides take their time, and all timers are the machine's.
 */
export function createScheduler({
  onSlot,
  onDue,
  onTick,
  onMaintenance = () => undefined,
}: {
  readonly onSlot: (key: string, campaignId: string) => void
  readonly onDue: (campaignId: string) => void
  readonly onTick: () => void
  readonly onMaintenance?: () => void
}) {
  const { timeline, random, process } = machine()
  const pacings = new Map<string, ReturnType<typeof createPacing>>()
  const reminders = new Map<string, () => void>()
  let isStopping = false
  const later = (ms: number, work: () => void) => timeline.after(ms, work, process)
  const post = (work: () => void) => later(random.next(), () => isStopping || work())

  const pacer: Pacer = {
    add: (key, pace) => post(() => pacingOf(key).handle({ type: 'add', pace })),
    remove: (key, campaignId) => post(() => pacingOf(key).handle({ type: 'remove', campaignId })),
    settle: (key, campaignId, result) =>
      post(() => pacingOf(key).handle({ type: 'settle', campaignId, result })),
    wake: (key, campaignId) => post(() => pacingOf(key).handle({ type: 'wake', campaignId })),
    hold: (key) => post(() => pacingOf(key).handle({ type: 'hold' })),
    release: (key) => post(() => pacingOf(key).handle({ type: 'release' })),
  }
  const schedule: Schedule = { set, clear }

  return { start, stop, pacer, schedule }

  function pacingOf(key: string) {
    const known = pacings.get(key)
    if (known) return known
    const made = createPacing({
      now: timeline.now,
      monotonicMs: timeline.elapsed,
      random: random.next,
      after: later,
      grantSlot: (campaignId) => post(() => onSlot(key, campaignId)),
    })
    pacings.set(key, made)
    return made
  }

  function set(campaignId: string, atIso: string): void {
    clear(campaignId)
    const ms = Math.max(0, Date.parse(atIso) - timeline.now())
    reminders.set(
      campaignId,
      later(ms, () => isStopping || onDue(campaignId)),
    )
  }

  function clear(campaignId: string): void {
    reminders.get(campaignId)?.()
    reminders.delete(campaignId)
  }

  async function start(): Promise<void> {
    const tick = () => {
      if (isStopping) return
      onTick()
      later(machine().isQuiet ? QUIET_BEAT_MS : TICK_MS, tick)
    }
    const maintain = () => {
      if (isStopping) return
      onMaintenance()
      later(MAINTENANCE_MS, maintain)
    }
    later(0, tick)
    later(MAINTENANCE_MS / 6, maintain)
  }

  async function stop(): Promise<void> {
    isStopping = true
  }
}
