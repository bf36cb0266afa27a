import { after, onCommand, post } from './job-port.ts'
import { createDevicePacings } from './pacing.ts'

/**
 * The pacing job of all devices: grants each of their campaigns its slots, in messages to the main
 * thread.
 */

const pacings = createDevicePacings({
  now: Date.now,
  monotonicMs: () => performance.now(),
  random: Math.random,
  after,
  grantSlot: (key, campaignId) => post({ type: 'slot', key, campaignId, atMs: Date.now() }),
})

onCommand(pacings.handle)
