import type { Pace, SlotResult } from '../../contract/pace.ts'
import type { DeviceKey } from '../messenger.ts'

/**
 * Decides *when* the campaigns of a device send; they take turns. Every turn it gives
 * (`onSlot`) is answered by exactly one `settle`.
 */
export type Pacer = {
  add(key: DeviceKey, pace: Pace): void
  remove(key: DeviceKey, campaignId: string): void
  settle(key: DeviceKey, campaignId: string, result: SlotResult): void
  wake(key: DeviceKey, campaignId: string): void
  /** No slots on this device until `release`. */
  hold(key: DeviceKey): void
  release(key: DeviceKey): void
}

/** Remembers the hour of scheduled campaigns. */
export type Schedule = {
  /** Replaces an earlier hour of the same campaign. */
  set(campaignId: string, atIso: string): void
  clear(campaignId: string): void
}
