import type { Device } from '#contract/devices/device.ts'

/** New people a day of a connection, where some of so many may have to wait for another day. */
export function limitOf(device: Device | undefined, total: number | null): number | null {
  const { limits, firstMessageCount = 0 } = device?.standing ?? {}
  if (!limits || total === null || total <= limits.today - firstMessageCount) return null
  return limits.today
}
