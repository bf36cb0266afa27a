import type { ConnectionState, WASocket } from '@whiskeysockets/baileys'
import type { DeviceKey, MessengerEvent } from '../../domain/messenger.ts'

/** Code of WhatsApp's refusal of a first message while the account is restricted. */
const REACHOUT_REFUSED = 463
/** One query serves a whole window of refused messages. */
const ASK_INTERVAL_MS = 30_000

/** Reports that WhatsApp restricts the account, and until when, if it says so. */
export function createRestrictions(options: {
  key: DeviceKey
  emit: (event: MessengerEvent) => void
}) {
  let askedAt = 0
  return { onUpdate, onRefused }

  function onUpdate(state: ConnectionState['reachoutTimeLock']): void {
    if (state?.isActive) tell(state.timeEnforcementEnds?.toISOString() ?? null)
  }

  async function onRefused(sock: WASocket, code: number): Promise<void> {
    if (code !== REACHOUT_REFUSED || Date.now() - askedAt < ASK_INTERVAL_MS) return
    askedAt = Date.now()
    // A restriction in the answer reaches `onUpdate` by itself.
    const answer = await sock.fetchAccountReachoutTimelock().catch(() => null)
    if (!answer?.isActive) tell(null)
  }

  function tell(until: string | null): void {
    options.emit({ type: 'restriction', key: options.key, kind: 'reachout', until })
  }
}
