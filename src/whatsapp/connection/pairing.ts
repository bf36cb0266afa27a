import type { DeviceKey, MessengerEvent } from '../../domain/messenger.ts'
import type { DeviceSocket } from './socket.ts'

export type PairingRequest = { readonly phone: string; readonly withCode: boolean }

export type Pairing = ReturnType<typeof createPairing>

/** How long a pairing without a reachable server is retried. */
const PAIRING_LIMIT_MS = 5 * 60_000
/** Baileys shows the first code for a minute, the others for twenty seconds each. */
const FIRST_QR_MS = 60_000
const NEXT_QR_MS = 20_000

/** One pairing: decides which code the user gets to see. */
export function createPairing({ phone, withCode }: PairingRequest) {
  const startedAt = Date.now()
  let qrCount = 0
  let asked: { readonly socket: DeviceSocket; readonly code: Promise<string> } | null = null
  const pairing = {
    withCode,
    /** A pairing code has been asked for with the present keys. */
    hasShownCode: false,
    isOver: () => Date.now() - startedAt > PAIRING_LIMIT_MS,
    codeFor,
  }
  return pairing

  /** The event for a new QR of the server, which is as good as the pairing code it comes with. */
  async function codeFor(
    socket: DeviceSocket,
    key: DeviceKey,
    qr: string,
  ): Promise<MessengerEvent> {
    if (!withCode) {
      const lifeMs = qrCount++ === 0 ? FIRST_QR_MS : NEXT_QR_MS
      const expiresAt = new Date(Date.now() + lifeMs).toISOString()
      return { type: 'qr', key, qr, expiresAt }
    }
    pairing.hasShownCode = true
    if (asked?.socket !== socket) asked = { socket, code: socket.sock.requestPairingCode(phone) }
    return { type: 'pairing_code', key, code: await asked.code, qr }
  }
}
