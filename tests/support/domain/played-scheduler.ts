import type { Clock } from '../../../src/domain/clock.ts'
import type { Pacer } from '../../../src/domain/sending/pacer.ts'
import { createDevicePacings, type PacingCommand } from '../../../src/jobs/pacing.ts'
import type { SchedulerNeeds } from '../../../src/jobs/scheduler.ts'

/** The pace of every device, as the job keeps it in its thread, on the clock of a test. */
export function createPacer(
  clock: Clock & { readonly monotonicMs?: () => number },
  onSlot: (key: string, campaignId: string) => void,
  random: () => number = () => 0,
): Pacer {
  const pacings = createDevicePacings({
    now: clock.now,
    // A clock that no test sets is its own monotonic side.
    monotonicMs: clock.monotonicMs ?? clock.now,
    after: clock.after,
    random,
    grantSlot: onSlot,
  })
  const tell = (key: string, command: PacingCommand) => pacings.handle({ key, commands: [command] })

  return {
    add: (key, pace) => tell(key, { type: 'add', pace }),
    remove: (key, campaignId) => tell(key, { type: 'remove', campaignId }),
    settle: (key, campaignId, result) => tell(key, { type: 'settle', campaignId, result }),
    wake: (key, campaignId) => tell(key, { type: 'wake', campaignId }),
    hold: (key) => tell(key, { type: 'hold' }),
    release: (key) => tell(key, { type: 'release' }),
  }
}

/** Does the work of the jobs on the clock of a test; recurring work is left out. */
export function playScheduler(clock: Clock, random?: () => number) {
  return ({ onSlot, onDue }: Pick<SchedulerNeeds, 'onSlot' | 'onDue'>) => {
    const dated = new Map<string, () => void>()
    const clear = (campaignId: string) => {
      dated.get(campaignId)?.()
      dated.delete(campaignId)
    }
    const set = (campaignId: string, atIso: string) => {
      clear(campaignId)
      const ms = Date.parse(atIso) - clock.now()
      dated.set(
        campaignId,
        clock.after(ms, () => onDue(campaignId)),
      )
    }
    return {
      pacer: createPacer(clock, onSlot, random),
      schedule: { set, clear },
      start: async () => undefined,
      stop: async () => {
        for (const campaignId of [...dated.keys()]) clear(campaignId)
      },
    }
  }
}
