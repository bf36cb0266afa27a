import { DeviceStatus } from '../../contract/devices/device.ts'
import type { EventOf } from '../engine-events.ts'
import { CLOSE_REASONS, LOGGED_OUT } from './close-reasons.ts'
import type { ConnectionState } from './webhook-events.ts'

/**
 * Maps a device's status to a connection's state. A drop that is reconnected counts as connecting.
 */
export function stateOf({
  status,
  reason,
  phone,
}: Pick<EventOf<'state'>, 'status' | 'reason' | 'phone'>): {
  readonly state: ConnectionState
  readonly statusReason: number
} {
  if (status === DeviceStatus.connected) return { state: 'open', statusReason: 200 }
  // A device that was closed and has no keys any more was logged out.
  if (reason === 'closed_by_user' && phone === null)
    return { state: 'close', statusReason: LOGGED_OUT }
  const closed = status === DeviceStatus.disconnected && reason ? CLOSE_REASONS[reason] : undefined
  if (closed !== undefined) return { state: 'close', statusReason: closed }
  return { state: 'connecting', statusReason: 200 }
}
