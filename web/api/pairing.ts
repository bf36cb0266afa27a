import { DeviceStatus, isRetrying } from '#contract/device.ts'
import {
  QR_FETCH_ATTEMPTS,
  QR_FETCH_INTERVAL_MS,
  STATUS_POLL_INTERVAL_MS,
} from '#contract/limits.ts'
import { onAppEvent } from './calls/live.ts'
import { connectDevice, readCode, readReason, readStatus } from './devices.ts'

/** What the phone is to read: the text of a QR, or a code to type. */
export type PairingCode = { readonly qr: string } | { readonly code: string }

/** How a pairing ended. */
export type PairingOutcome =
  | { readonly kind: 'connected' }
  /** It was so before. */
  | { readonly kind: 'already-connected' }
  | { readonly kind: 'no-code' }
  /** With the server's reason, where it gave one. */
  | { readonly kind: 'disconnected'; readonly reason: string | null }

type Pairing = {
  readonly deviceId: string
  readonly connectionName: string
  readonly withCode: boolean
}

/**
 * Connects a device: asks for it, shows its code whenever that changes, and waits for the phone.
 * The server's news shorten every wait; without them the product's own intervals hold.
 * @throws CallError, or the signal's reason
 */
export async function pair(
  pairing: Pairing,
  {
    signal,
    onCode,
  }: { readonly signal: AbortSignal; readonly onCode: (code: PairingCode) => void },
): Promise<PairingOutcome> {
  const { status } = await connectDevice(pairing, signal)
  if (status === DeviceStatus.connected) return { kind: 'already-connected' }
  const first = await untilCode(pairing, signal)
  if (first === null) return { kind: 'no-code' }
  if ('kind' in first) return first
  onCode(first)
  return await untilScanned(pairing, { signal, onCode })
}

async function untilCode(
  { deviceId, withCode }: Pairing,
  signal: AbortSignal,
): Promise<PairingCode | PairingOutcome | null> {
  for (let attempt = 0; attempt < QR_FETCH_ATTEMPTS; ) {
    const code = await currentCode(deviceId, { withCode, signal })
    if (code) return code
    // One that still has its keys comes back without a code.
    const status = await readStatus(deviceId, signal)
    if (status === DeviceStatus.connected) return { kind: 'connected' }
    if (status === DeviceStatus.disconnected && attempt > 0) {
      const { reason, reasonCode } = await readReason(deviceId, signal)
      if (!isRetrying(reasonCode)) return { kind: 'disconnected', reason }
    }
    const news = await eventOrPause(deviceId, { ms: QR_FETCH_INTERVAL_MS, signal })
    if (!news) attempt += 1
  }
  return null
}

async function untilScanned(
  { deviceId, withCode }: Pairing,
  {
    signal,
    onCode,
  }: { readonly signal: AbortSignal; readonly onCode: (code: PairingCode) => void },
): Promise<PairingOutcome> {
  for (;;) {
    await eventOrPause(deviceId, { ms: STATUS_POLL_INTERVAL_MS, signal })
    const status = await readStatus(deviceId, signal)
    if (status === DeviceStatus.connected) return { kind: 'connected' }
    if (status === DeviceStatus.pending) {
      const code = await currentCode(deviceId, { withCode, signal })
      if (code) onCode(code)
    }
    if (status === DeviceStatus.disconnected) {
      const { reason, reasonCode } = await readReason(deviceId, signal)
      if (!isRetrying(reasonCode)) return { kind: 'disconnected', reason }
    }
  }
}

async function currentCode(
  deviceId: string,
  { withCode, signal }: { readonly withCode: boolean; readonly signal: AbortSignal },
): Promise<PairingCode | null> {
  const { qr, pairingCode } = await readCode(deviceId, signal)
  if (withCode) return pairingCode === null ? null : { code: pairingCode }
  return qr === null ? null : { qr }
}

/** Resolves true as soon as the server tells of this device, false when the time is over. */
export function eventOrPause(
  deviceId: string,
  { ms, signal }: { readonly ms: number; readonly signal: AbortSignal },
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const finish = (act: () => void) => {
      clearTimeout(timer)
      forget()
      signal.removeEventListener('abort', abort)
      act()
    }
    const abort = () => finish(() => reject(signal.reason))
    const forget = onAppEvent((event) => {
      if (event.type === 'device' && event.id === deviceId) finish(() => resolve(true))
    })
    const timer = setTimeout(() => finish(() => resolve(false)), ms)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
