import type { DisconnectCode } from '../../contract/devices/device.ts'
import { BAD_REQUEST, RATE_LIMITED } from '../../domain/whatsapp-codes.ts'
import type { ServerEnd, SocketEnd } from './socket-end.ts'

/** The final end of a device's connection. */
export type GiveUp = {
  readonly kind: 'give_up'
  readonly reason: DisconnectCode
  /** Keys that WhatsApp no longer takes are put aside, never deleted: a new pairing can begin. */
  readonly keys: 'keep' | 'set_aside'
}

export type TryAgain = {
  readonly kind: 'try_again'
  readonly reason: DisconnectCode
  /** Steps that the backoff skips. */
  readonly raise?: number
  /** Longest wait, where it is shorter than usual. */
  readonly maxMs?: number
  readonly limit?: TryLimit
}

export type TryLimit = {
  /** Ends of one name are counted together. */
  readonly name: string
  readonly count: number
  /** Ends within this time count; null: until the connection has been stable once. */
  readonly withinMs: number | null
  readonly end: GiveUp
}

/** What an end of a connection means. */
export type Verdict =
  | { readonly kind: 'reconnect_now' }
  | TryAgain
  /** No attempt before these seconds have passed. */
  | { readonly kind: 'hold'; readonly reason: DisconnectCode; readonly seconds: number | null }
  /** A newer client version is needed; what follows where there is none. */
  | { readonly kind: 'newer_version'; readonly otherwise: 'wait' | GiveUp }
  /** Another session holds the same keys. */
  | { readonly kind: 'replaced' }
  | GiveUp

const RESTART_REQUIRED = 515
const LOGGED_OUT_BY_SERVER = 516
const REPLACED = 440
const OUTDATED = 405
const BAD_USER_AGENT = 409

const SHORT_BACKOFF_MS = 5 * 60_000
const RATE_LIMIT_RAISE = 5
const HOUR_MS = 3_600_000

const loggedOut: GiveUp = { kind: 'give_up', reason: 'logged_out', keys: 'set_aside' }
const refused: TryAgain = { kind: 'try_again', reason: 'refused' }
const refusedShortly: TryAgain = { ...refused, maxMs: SHORT_BACKOFF_MS }
const lost: TryAgain = { kind: 'try_again', reason: 'connection_lost' }
const perhapsUnknown: TryAgain = {
  ...refused,
  limit: { name: 'unknown_device', count: 3, withinMs: null, end: loggedOut },
}
const threeRejections: TryLimit = {
  name: 'rejected',
  count: 3,
  withinMs: null,
  end: { kind: 'give_up', reason: 'rejected', keys: 'keep' },
}
const malformed: TryAgain = {
  ...lost,
  limit: {
    name: 'malformed',
    count: 3,
    // A malformed stanza may be sent minutes after a login, when the connection is stable already.
    withinMs: HOUR_MS,
    end: { kind: 'give_up', reason: 'malformed', keys: 'keep' },
  },
}
const badClient: GiveUp = { kind: 'give_up', reason: 'bad_client', keys: 'keep' }

/** What follows from the reasons with which the server refuses a login. */
const failures: { readonly [code: number]: Verdict } = {
  400: refusedShortly,
  401: loggedOut,
  403: { kind: 'give_up', reason: 'locked', keys: 'set_aside' },
  [OUTDATED]: { kind: 'newer_version', otherwise: 'wait' },
  406: { kind: 'give_up', reason: 'banned', keys: 'set_aside' },
  [BAD_USER_AGENT]: { kind: 'newer_version', otherwise: badClient },
  413: refusedShortly,
  414: refusedShortly,
  415: perhapsUnknown,
  418: perhapsUnknown,
}
const SUSPENDED = 402

/** The causes that WhatsApp gives for a suspension. */
const suspensions: { readonly [code: string]: DisconnectCode } = {
  101: 'suspended_strangers',
  102: 'suspended_blocked',
  103: 'suspended_groups',
  104: 'suspended_repeated',
  106: 'suspended_broadcast',
}

/** What the end of a paired device's connection means. */
export function verdictOf(end: SocketEnd): Verdict {
  const { server } = end
  if (server?.kind === 'failure') return verdictOfFailure(server)
  if (server?.kind === 'stream_error') return verdictOfStream(server, end)
  if (server?.kind === 'not_multi_device') {
    return { kind: 'give_up', reason: 'not_multi_device', keys: 'keep' }
  }
  return end.wasOpen ? lost : verdictWithoutServer(end)
}

/** What the end of a connection means whose code no phone has read yet. */
export function pairingVerdictOf(
  end: SocketEnd,
  { hasShownCode, ceremony }: { readonly hasShownCode: boolean; readonly ceremony: object | null },
): Verdict {
  const { server } = end
  // Keys, codes and socket are the ones that the phone has agreed to: others would be strangers.
  if (ceremony) return giveUpPairing('passkey_stuck')
  if (server?.kind === 'codes_ended') return giveUpPairing('pairing_expired')
  if (end.detail.includes('account signature')) return giveUpPairing('pairing_failed')
  if (server && server.kind !== 'not_multi_device') {
    if (server.code === OUTDATED) {
      return { kind: 'newer_version', otherwise: giveUpPairing('outdated') }
    }
    if (server.code === BAD_USER_AGENT) return { kind: 'newer_version', otherwise: badClient }
    // With a code shown, the half-made identity is what the server refuses.
    if (!hasShownCode && !isServerTrouble(server.code)) return refused
  }
  return verdictWithoutServer(end)
}

function verdictWithoutServer({ httpStatus, code }: SocketEnd): Verdict {
  const isRefused = httpStatus !== null || code === BAD_REQUEST
  return isRefused ? refused : { kind: 'try_again', reason: 'unreachable' }
}

function giveUpPairing(reason: DisconnectCode): GiveUp {
  return { kind: 'give_up', reason, keys: 'keep' }
}

function verdictOfFailure({ code, attributes }: Extract<ServerEnd, { kind: 'failure' }>): Verdict {
  if (code === SUSPENDED) {
    const seconds = Number(attributes.expire)
    return {
      kind: 'hold',
      reason: suspensions[attributes.code ?? ''] ?? 'suspended',
      seconds: seconds > 0 ? seconds : null,
    }
  }
  return (
    failures[code] ?? (isServerTrouble(code) ? refused : { ...refused, limit: threeRejections })
  )
}

function verdictOfStream(
  { code, tag, attributes }: Extract<ServerEnd, { kind: 'stream_error' }>,
  end: SocketEnd,
): Verdict {
  if (code === RESTART_REQUIRED) return { kind: 'reconnect_now' }
  if (tag === 'conflict') return attributes.type === 'replaced' ? { kind: 'replaced' } : loggedOut
  if (code === 401 || code === LOGGED_OUT_BY_SERVER) return loggedOut
  if (code === REPLACED) return { kind: 'replaced' }
  if (code === OUTDATED) return { kind: 'newer_version', otherwise: 'wait' }
  if (tag === 'xml-not-well-formed') return malformed
  const plain = end.wasOpen ? lost : refused
  if (code === RATE_LIMITED) return { ...plain, raise: RATE_LIMIT_RAISE }
  return isServerTrouble(code) ? plain : { ...plain, limit: threeRejections }
}

function isServerTrouble(code: number): boolean {
  return code >= 500
}
