import type { DisconnectCode } from '../../contract/device.ts'
import type { SocketEnd } from './socket.ts'

/** The next step after a connection has ended. */
export type NextStep =
  | { readonly step: 'reconnect_now' }
  | { readonly step: 'reconnect_later'; readonly reason: DisconnectCode }
  | { readonly step: 'give_up'; readonly reason: DisconnectCode }

const RESTART_REQUIRED = 515
const LOGGED_OUT = 401
const BANNED = 403
const REPLACED = 440
const BAD_REQUEST = 400
const INTERNAL = 500

const finalReasons: { readonly [code: number]: DisconnectCode } = {
  [LOGGED_OUT]: 'logged_out',
  [BANNED]: 'banned',
  [REPLACED]: 'replaced',
}

/** For a paired device: reconnects for ever, unless WhatsApp has ended the pairing. */
export function afterLogin(end: SocketEnd): NextStep {
  if (end.code === RESTART_REQUIRED) return { step: 'reconnect_now' }
  const final = end.isFromServer && end.code !== null ? finalReasons[end.code] : undefined
  if (final) return { step: 'give_up', reason: final }
  if (end.wasOpen) return { step: 'reconnect_later', reason: 'connection_lost' }
  const isRefused = end.isFromServer || end.httpStatus !== null || end.code === BAD_REQUEST
  return { step: 'reconnect_later', reason: isRefused ? 'refused' : 'unreachable' }
}

/** For a connection whose code was not scanned. */
export function afterPairing(
  end: SocketEnd,
  { hasShownCode }: { hasShownCode: boolean },
): NextStep {
  if (end.detail.startsWith('QR refs')) return { step: 'give_up', reason: 'pairing_expired' }
  if (end.detail.includes('account signature')) return { step: 'give_up', reason: 'pairing_failed' }
  if (end.isFromServer && end.code !== INTERNAL && !hasShownCode) {
    return { step: 'reconnect_later', reason: 'refused' }
  }
  const isRefused = end.httpStatus !== null || end.code === BAD_REQUEST
  return { step: 'reconnect_later', reason: isRefused ? 'refused' : 'unreachable' }
}

/** Milliseconds before attempt number `attempt` (from 0): doubling, with jitter, up to a limit. */
export function reconnectDelayMs(
  attempt: number,
  limits: { firstMs: number; maxMs: number; random: number },
): number {
  const ceiling = Math.min(limits.maxMs, limits.firstMs * 2 ** Math.min(attempt, 20))
  return ceiling * (0.5 + limits.random / 2)
}
