import { DeviceStatus, type DisconnectCode, isRetrying } from '#contract/devices/device.ts'
import type { Passkey } from '#contract/devices/passkey.ts'
import {
  QR_FETCH_ATTEMPTS,
  QR_FETCH_INTERVAL_MS,
  STATUS_POLL_INTERVAL_MS,
} from '#contract/limits.ts'
import { formatReason } from '../format.ts'
import { onAppEvent } from './calls/app-events.ts'
import { connectDevice, readCode, readReason, readStatus } from './devices.ts'
import { type InstanceCode, InstanceState } from './gateways/gateway-answer.ts'
import { connectInstance, type InstanceNumber, readInstanceState } from './gateways/instances.ts'

/** The code for the phone: a QR, as text or picture, or a code to type. */
export type PairingCode = Extract<InstanceCode, { kind: 'code' }>

/** The end of a pairing, with the server's reason where it gave one. */
type Ended = {
  readonly kind: 'ended'
  readonly reason: string | null
  readonly reasonCode: DisconnectCode | null
}

/** What a linking to an account with a passkey needs next. */
type PasskeyShown = { readonly kind: 'passkey'; readonly passkey: Passkey }

/** What the owner is shown. */
export type PairingShown = PairingCode | PasskeyShown

type Asked = InstanceCode | PasskeyShown | Ended

/** An account that is to be connected. */
export type Pairing = {
  /** Device whose events shorten the waiting. */
  readonly deviceId: string
  /** Begins the connection; true: it was connected before. */
  readonly begin: (signal: AbortSignal) => Promise<boolean>
  /** Whether asking only reads: reads caused by events do not count as attempts. */
  readonly asksFreely: boolean
  /** Asks for its code. */
  readonly ask: (signal: AbortSignal) => Promise<Asked>
  /** Checks, while a code is shown, whether a phone has read it, and returns the current code. */
  readonly watch: (signal: AbortSignal) => Promise<Asked>
}

/** How a pairing ended. */
export type PairingOutcome =
  | { readonly kind: 'connected' }
  /** It was connected before. */
  | { readonly kind: 'already-connected' }
  | { readonly kind: 'no-code' }
  | Ended

/**
 * Connects an account: begins, shows each new code, and waits for the phone. The server's events
 * shorten every wait; without them the product's own intervals hold.
 * @throws CallError, or the signal's reason
 */
export async function pair(
  pairing: Pairing,
  {
    signal,
    onShown,
  }: { readonly signal: AbortSignal; readonly onShown: (shown: PairingShown) => void },
): Promise<PairingOutcome> {
  if (await pairing.begin(signal)) return { kind: 'already-connected' }
  let isShown = false
  for (let attempt = 0; attempt < QR_FETCH_ATTEMPTS; ) {
    const answer = await (isShown ? pairing.watch(signal) : pairing.ask(signal))
    if (answer.kind === 'open') return { kind: 'connected' }
    // An end found at the first look may be older than this pairing.
    if (answer.kind === 'ended' && (isShown || attempt > 0)) return answer
    if (answer.kind === 'code' || answer.kind === 'passkey') {
      isShown = true
      onShown(answer)
    }
    const ms = isShown ? STATUS_POLL_INTERVAL_MS : QR_FETCH_INTERVAL_MS
    const hasEvent = await eventOrPause(pairing.deviceId, { ms, signal })
    if (!isShown && !(hasEvent && pairing.asksFreely)) attempt += 1
  }
  return { kind: 'no-code' }
}

export type DevicePairing = {
  readonly deviceId: string
  readonly connectionName: string
  /** A code to type instead of a QR. */
  readonly withCode: boolean
}

/** A device of this server. */
export function pairingOfDevice({ deviceId, withCode, ...rest }: DevicePairing): Pairing {
  return { deviceId, begin, asksFreely: true, ask, watch }

  async function begin(signal: AbortSignal): Promise<boolean> {
    const { status } = await connectDevice({ deviceId, withCode, ...rest }, signal)
    return status === DeviceStatus.connected
  }

  async function ask(signal: AbortSignal): Promise<Asked> {
    const code = await currentCode(signal)
    // A device that still has its keys reconnects without a code.
    return code.kind === 'code' || code.kind === 'passkey'
      ? code
      : await outcomeOf(await readStatus(deviceId, signal), signal)
  }

  async function watch(signal: AbortSignal): Promise<Asked> {
    const status = await readStatus(deviceId, signal)
    return status === DeviceStatus.pending
      ? await currentCode(signal)
      : await outcomeOf(status, signal)
  }

  async function outcomeOf(status: DeviceStatus, signal: AbortSignal) {
    if (status === DeviceStatus.connected) return { kind: 'open' } as const
    if (status !== DeviceStatus.disconnected) return { kind: 'waiting' } as const
    const known = await readReason(deviceId, signal)
    return isRetrying(known.reasonCode)
      ? ({ kind: 'waiting' } as const)
      : ({ kind: 'ended', reason: formatReason(known), reasonCode: known.reasonCode } as const)
  }

  async function currentCode(signal: AbortSignal): Promise<InstanceCode | PasskeyShown> {
    const { qr, pairingCode, passkey } = await readCode(deviceId, signal)
    if (passkey) return { kind: 'passkey', passkey }
    const code = withCode ? { text: null, pairingCode } : { text: qr, pairingCode: null }
    const isThere = (withCode ? pairingCode : qr) !== null
    return isThere ? { kind: 'code', image: null, ...code } : { kind: 'waiting' }
  }
}

/** An instance of any gateway. */
export function pairingOfInstance(instance: InstanceNumber): Pairing {
  const ask = (signal: AbortSignal) => connectInstance(instance, signal)
  return { deviceId: instance.name, begin: async () => false, asksFreely: false, ask, watch }

  async function watch(signal: AbortSignal): Promise<InstanceCode> {
    const state = await readInstanceState(instance, signal)
    if (state === InstanceState.open) return { kind: 'open' }
    // A code to type does not change; asking again would make another one.
    return instance.number ? { kind: 'waiting' } : await ask(signal)
  }
}

/** Resolves to true on an event of this device, or to false after the pause. */
function eventOrPause(
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
