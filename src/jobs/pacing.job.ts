import { after, onCommand, tell } from './job-port.ts'
import { createPacing, type DevicePacingCommand } from './pacing.ts'

/**
 * The pacing job of all devices: grants each of their campaigns its slots, in messages to the main
 * thread.
 */

const devices = new Map<string, ReturnType<typeof createPacing>>()

onCommand(({ key, commands }: DevicePacingCommand) => {
  const pacing = devices.get(key) ?? pacingOf(key)
  devices.set(key, pacing)
  for (const command of commands) pacing.handle(command)
  if (pacing.isEmpty()) devices.delete(key)
})

function pacingOf(key: string) {
  return createPacing({
    now: Date.now,
    monotonicMs: () => performance.now(),
    random: Math.random,
    after,
    grantSlot: (campaignId) => tell({ type: 'slot', key, campaignId, atMs: Date.now() }),
  })
}
