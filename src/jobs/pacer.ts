import type { Pace, SlotResult } from '../contract/campaigns/pace.ts'
import { MAX_TIMER_MS } from '../contract/limits.ts'
import type { DevicePacingCommand, PacingCommand, Slot } from './pacing.ts'
import { createStandingJob, type Workers } from './standing-job.ts'

type PacedDevice = {
  readonly paces: Map<string, Pace>
  /** The campaign of each slot that was granted and is not settled yet. */
  readonly openSlots: string[]
  isHeld: boolean
  /** Of its campaigns, also of those that were removed. */
  longestIntervalMs: number
}

function emptyDevice(): PacedDevice {
  return { paces: new Map(), openSlots: [], isHeld: false, longestIntervalMs: 0 }
}

/** The main thread's side of the pacing job: keeps what the next job needs after one has died. */
export function createPacer({
  workers,
  onSlot,
  onSlotLag,
  onFault,
}: {
  readonly workers: Workers<DevicePacingCommand>
  readonly onSlot: (key: string, campaignId: string) => void
  readonly onSlotLag: (ms: number, key: string) => void
  readonly onFault: (error: unknown, job: string) => void
}) {
  const devices = new Map<string, PacedDevice>()
  const job = createStandingJob({ kind: 'pacing', workers, everything: allPaces, onFault })
  /** Until when some device may have to wait after its last message, by the monotonic clock. */
  let restsUntilMs = 0
  let retiring: NodeJS.Timeout | undefined
  let isClosed = false

  return { pacer: { add, remove, settle, wake, hold, release }, drop, takeSlot, job, close }

  function takeSlot({ key, campaignId, atMs }: Slot): void {
    const device = devices.get(key)
    if (!device) {
      // Its last campaign was removed meanwhile: the slot must not stay open in the job.
      post(key, [{ type: 'settle', campaignId, result: 'nothing' }])
      return
    }
    device.openSlots.push(campaignId)
    onSlotLag(Date.now() - atMs, key)
    onSlot(key, campaignId)
  }

  function post(key: string, commands: readonly PacingCommand[]): void {
    job.post({ key, commands })
  }

  /** The campaigns of all devices, for a job that follows one that died. */
  function allPaces(): DevicePacingCommand[] {
    return [...devices].map(([key, { paces, isHeld }]) => {
      const added = [...paces.values()].map((pace): PacingCommand => ({ type: 'add', pace }))
      // The hold comes first: no slot is granted in between.
      return { key, commands: isHeld ? [{ type: 'hold' }, ...added] : added }
    })
  }

  function add(key: string, pace: Pace): void {
    const device = devices.get(key) ?? emptyDevice()
    devices.set(key, device)
    device.longestIntervalMs = Math.max(device.longestIntervalMs, pace.maxIntervalMs)
    device.paces.set(pace.campaignId, pace)
    post(key, [{ type: 'add', pace }])
  }

  function remove(key: string, campaignId: string): void {
    const device = devices.get(key)
    if (!device) return
    device.paces.delete(campaignId)
    post(key, [{ type: 'remove', campaignId }])
    retireIfIdle(key, device)
  }

  function settle(key: string, campaignId: string, result: SlotResult): void {
    const device = devices.get(key)
    if (!device) return
    const place = device.openSlots.indexOf(campaignId)
    if (place >= 0) device.openSlots.splice(place, 1)
    const pace = device.paces.get(campaignId)
    if (pace && result === 'sent') {
      device.paces.set(campaignId, { ...pace, lastSentAtMs: Date.now() })
    }
    if (result === 'sent') {
      restsUntilMs = Math.max(restsUntilMs, performance.now() + device.longestIntervalMs)
    }
    post(key, [{ type: 'settle', campaignId, result }])
    retireIfIdle(key, device)
  }

  function wake(key: string, campaignId: string): void {
    if (devices.has(key)) post(key, [{ type: 'wake', campaignId }])
  }

  function hold(key: string): void {
    const device = devices.get(key)
    if (!device) return
    device.isHeld = true
    post(key, [{ type: 'hold' }])
  }

  function release(key: string): void {
    const device = devices.get(key)
    if (!device) return
    device.isHeld = false
    post(key, [{ type: 'release' }])
  }

  /** Removes all campaigns of a device, whose open slots nobody is going to settle. */
  function drop(key: string): void {
    const device = devices.get(key)
    if (!device) return
    devices.delete(key)
    const removals = [...device.paces.keys()].map((campaignId): PacingCommand => {
      return { type: 'remove', campaignId }
    })
    const settlements = device.openSlots.map((campaignId): PacingCommand => {
      return { type: 'settle', campaignId, result: 'nothing' }
    })
    // Held in between: a settled slot would otherwise go to a campaign that is about to be removed.
    post(key, [{ type: 'hold' }, ...removals, ...settlements, { type: 'release' }])
    retireWhenRested()
  }

  /** Forgets a device without campaigns, once its last slot is settled. */
  function retireIfIdle(key: string, { paces, openSlots }: PacedDevice): void {
    if (paces.size > 0 || openSlots.length > 0) return
    devices.delete(key)
    retireWhenRested()
  }

  /** Ends the job once no device rests: the pauses it knows still bind a new campaign. */
  function retireWhenRested(): void {
    clearTimeout(retiring)
    if (devices.size > 0 || isClosed) return
    const restMs = restsUntilMs - performance.now()
    if (restMs <= 0) job.retire()
    else retiring = setTimeout(retireWhenRested, Math.min(restMs, MAX_TIMER_MS)).unref()
  }

  /** Ends the job, however long devices would have to wait yet. */
  async function close(): Promise<void> {
    isClosed = true
    clearTimeout(retiring)
    await job.close()
  }
}
