import type { Device } from '#contract/devices/device.ts'

/** A device's limit of new people a day, where `total` may exceed what is left of it; else null. */
export function limitOf(device: Device | undefined, total: number | null): number | null {
  const { limits, firstMessageCount = 0 } = device?.standing ?? {}
  if (!limits || total === null || total <= limits.today - firstMessageCount) return null
  return limits.today
}
