import type { DisconnectCode } from '../../contract/devices/device.ts'
import { numberCandidates } from '../../contract/phones/brazil.ts'
import type { DeviceKey, MessengerEvent } from '../../domain/messenger.ts'
import type { DeviceSocket } from '../connection/socket.ts'
import { requestCode } from './code-request.ts'
import type { PairingTimings } from './pairing-timings.ts'
import type { PasskeyCeremony } from './passkey.ts'

export type PairingRequest = { readonly phone: string; readonly withCode: boolean }

/** What to do with a new QR code of the server. */
export type PairingStep =
  | { readonly show: MessengerEvent }
  | { readonly end: DisconnectCode }
  /** The server was in trouble: the code is asked for once more, over a new connection. */
  | { readonly again: true }
  | null

export type Pairing = ReturnType<typeof createPairing>

/** How long a pairing without a reachable server is retried. */
const PAIRING_LIMIT_MS = 5 * 60_000
const FIRST_QR_MS = 60_000
const NEXT_QR_MS = 20_000
/** Further codes that a server may ask for during one pairing. */
const RENEWALS = 3
/** QR codes that a server hands out for one pairing. */
const QR_CODES = 6

type PairingState = {
  /** A pairing code has been asked for with the present keys. */
  hasShownCode: boolean
  /** Under way where the account has a passkey: no further code is shown. */
  ceremony: PasskeyCeremony | null
}

type Asked = {
  readonly socket: DeviceSocket
  readonly answer: ReturnType<typeof requestCode>
  /** On the monotonic clock. */
  readonly endsAtMs: number
}

/** One pairing: decides which code the user gets to see. */
export function createPairing({ phone, withCode }: PairingRequest, timings: PairingTimings) {
  const startedAtMs = performance.now()
  let shownOver: DeviceSocket | null = null
  let qrCount = 0
  let troubles = 0
  let asked: Asked | null = null
  let lastQr: string | null = null
  let renewals = 0
  const state: PairingState = { hasShownCode: false, ceremony: null }
  const isOver = () => performance.now() - startedAtMs > PAIRING_LIMIT_MS
  return Object.assign(state, { isOver, isOtherPhone, stepFor, outdateCode })

  /** Whether the phone that read the code has another number than the one that was meant. */
  function isOtherPhone(linked: string): boolean {
    return /^[1-9]\d{7,14}$/.test(phone) && !numberCandidates(phone).includes(linked)
  }

  /** Decides on a new QR of the server, which is as good as the pairing code it comes with. */
  async function stepFor(socket: DeviceSocket, key: DeviceKey, qr: string): Promise<PairingStep> {
    if (state.ceremony) return null
    if (shownOver !== socket) qrCount = 0
    shownOver = socket
    qrCount += 1
    lastQr = qr
    return withCode ? codeStep(socket, key, qr) : qrStep(key, qr)
  }

  /**
   * Drops the pairing code, in place of which WhatsApp wants another. Returns the QR code to decide
   * on again; null where no code was asked for, or too many were.
   */
  function outdateCode(): string | null {
    if (!asked || renewals === RENEWALS) return null
    renewals += 1
    asked = null
    qrCount -= 1
    return lastQr
  }

  function qrStep(key: DeviceKey, qr: string): PairingStep {
    if (qrCount > QR_CODES) return { end: 'pairing_expired' }
    const lifeMs = timings.qrLifeMs ?? (qrCount === 1 ? FIRST_QR_MS : NEXT_QR_MS)
    const expiresAt = new Date(Date.now() + lifeMs).toISOString()
    return { show: { type: 'qr', key, qr, expiresAt } }
  }

  async function codeStep(socket: DeviceSocket, key: DeviceKey, qr: string): Promise<PairingStep> {
    state.hasShownCode = true
    if (asked?.socket !== socket) {
      const endsAtMs = performance.now() + timings.codeLifeMs
      asked = { socket, answer: requestCode(socket.sock, phone), endsAtMs }
    }
    if (performance.now() >= asked.endsAtMs) return { end: 'pairing_expired' }
    const answer = await asked.answer
    if ('code' in answer) {
      // Later QR codes are copies (`addRefs`), which are not as good as the code: not shown.
      if (qrCount > QR_CODES) return null
      return { show: { type: 'pairing_code', key, code: answer.code, qr } }
    }
    if (answer.refused !== 'code_failed') return { end: answer.refused }
    troubles += 1
    return troubles > 1 ? { end: 'code_failed' } : { again: true }
  }
}
