import type { Pace, SlotResult } from '../../contract/campaigns/pace.ts'
import type { DeviceKey } from '../messenger.ts'

/**
 * Decides when the campaigns of a device send; they alternate. Every slot it grants (`onSlot`) is
 * answered by exactly one `settle`.
 */
export type Pacer = {
  add(key: DeviceKey, pace: Pace): void
  remove(key: DeviceKey, campaignId: string): void
  settle(key: DeviceKey, campaignId: string, result: SlotResult): void
  wake(key: DeviceKey, campaignId: string): void
  /** Grants no slots on this device until `release`. */
  hold(key: DeviceKey): void
  release(key: DeviceKey): void
}

/** Keeps the times of scheduled campaigns. */
export type Schedule = {
  /** Replaces an earlier time of the same campaign. */
  set(campaignId: string, atIso: string): void
  clear(campaignId: string): void
}
