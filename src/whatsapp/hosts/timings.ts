import { ACK_TIMEOUT_MS, MAX_RECONNECT_DELAY_MS } from '../../contract/limits.ts'
import type { MessengerTimings } from './host-protocol.ts'
import type { HostLimits } from './host-thread.ts'

/** Defaults, where a daemon or a test sets nothing else. */

export const defaultTimings: MessengerTimings = {
  ackTimeoutMs: ACK_TIMEOUT_MS,
  connectTimeoutMs: 20_000,
  queryTimeoutMs: 20_000,
  firstReconnectDelayMs: 1_000,
  maxReconnectDelayMs: MAX_RECONNECT_DELAY_MS,
  stableAfterMs: 30_000,
  replacedRetryMs: 60_000,
  outdatedRetryMs: [15 * 60_000, 60 * 60_000],
  qrLifeMs: null,
  codeLifeMs: 180_000,
  passkeyLimitMs: 600_000,
  passkeyStuckMs: 120_000,
  passkeyHandoffMs: 5 * 60_000,
  logOutTimeoutMs: 5_000,
  limitIntervalMs: 30_000,
  lockMarginMs: 5_000,
  lockRecheckMs: 60_000,
}

export const defaultHostLimits: HostLimits = {
  devices: 250,
  heapLimitMb: 768,
  heapWatermark: 0.7,
  minLifeMs: 60_000,
  pingIntervalMs: 5_000,
  pingTimeoutMs: 20_000,
}
