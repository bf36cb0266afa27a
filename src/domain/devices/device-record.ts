import { impliedConnectionName } from '../../contract/devices/connection-name.ts'
import {
  type Device,
  DeviceId,
  DeviceStatus,
  type DisconnectCode,
} from '../../contract/devices/device.ts'
import type { DeviceStanding } from '../../contract/devices/device-standing.ts'
import { disconnectReasons, PASSKEY_ASKED } from '../../contract/devices/disconnect-reasons.ts'
import { toFieldErrors } from '../../contract/error-json.ts'
import { AppError } from '../../contract/errors.ts'
import type { OwnedStore } from '../store.ts'
import type { LiveDevice } from './live-devices.ts'

/** A device as it is stored; whether it is connected at the moment is known only in memory. */
export type DeviceRecord = {
  /** The `deviceId` its owner gave; two users may use the same one. */
  readonly id: string
  /** Unique over all users: names the device's files, host and jobs. */
  readonly key: string
  readonly connectionName: string
  readonly phone: string | null
  readonly createdAt: string
  readonly lastSeenAt: string | null
  /** Times of the last messages, as last kept: a running daemon has newer ones in memory. */
  readonly lastReceivedAt: string | null
  readonly lastSentAt: string | null
  /** Whether it is to be connected again after a restart. */
  readonly shouldBeConnected: boolean
  readonly reason: DisconnectCode | null
  /** When the reason ends, where a time is known. */
  readonly reasonUntil: string | null
  /** WhatsApp's own words about it. */
  readonly reasonSaid: string | null
}

export type DeviceStore = OwnedStore<DeviceRecord>

export type ConnectInput = {
  readonly deviceId: string
  readonly connectionName?: string | undefined
  readonly pairingCode?: boolean | undefined
  /** Digits of the phone to make a pairing code for; left out: those of the id. */
  readonly phone?: string | undefined
}

export function newDevice({
  deviceId,
  connectionName,
  ...fields
}: Pick<DeviceRecord, 'key' | 'connectionName' | 'createdAt'> & {
  readonly deviceId: string
}): DeviceRecord {
  return {
    ...fields,
    id: deviceId,
    connectionName: connectionName || impliedConnectionName(deviceId),
    phone: null,
    lastSeenAt: null,
    ...noTraffic,
    shouldBeConnected: true,
    ...noReason,
  }
}

export const noReason = { reason: null, reasonUntil: null, reasonSaid: null }

export const noTraffic = { lastReceivedAt: null, lastSentAt: null }

export const closedByOwner = {
  ...noReason,
  shouldBeConnected: false,
  reason: 'closed_by_user',
} as const

/** The device as its owner sees it. */
export function toDevice(
  record: DeviceRecord,
  {
    standing,
    nodeName,
    ...live
  }: Pick<LiveDevice, 'status' | 'passkey' | 'lastReceivedAt' | 'lastSentAt'> & {
    readonly standing: DeviceStanding
    /** Of the node that holds it; null where the daemon is alone with its data. */
    readonly nodeName: string | null
  },
): Device {
  const { status, passkey, lastReceivedAt, lastSentAt } = live
  const isUp = status === DeviceStatus.connected || status === DeviceStatus.pending
  const reasonCode = isUp ? null : record.reason
  return {
    deviceId: record.id,
    connectionName: record.connectionName,
    status,
    phone: record.phone,
    createdAt: record.createdAt,
    lastSeenAt: record.lastSeenAt,
    lastReceivedAt,
    lastSentAt,
    ...(passkey
      ? { reason: PASSKEY_ASKED, reasonUntil: passkey.until }
      : {
          reason: reasonCode && explain(reasonCode, record.reasonSaid),
          reasonUntil: reasonCode && record.reasonUntil,
        }),
    reasonCode,
    ...(nodeName !== null && { nodeName }),
    standing,
  }
}

function explain(code: DisconnectCode, said: string | null): string {
  return said === null
    ? disconnectReasons[code]
    : `${disconnectReasons[code]} O WhatsApp diz: “${said}”`
}

/**
 * Checks the id of a device that is not there yet.
 * @throws AppError `invalid`
 */
export function refuseUnfitId(deviceId: string): void {
  const { error } = DeviceId.safeParse(deviceId)
  if (!error) return
  const details = toFieldErrors(error).map((each) => ({ ...each, path: 'deviceId' }))
  throw new AppError('invalid', 'no id of a device', { details })
}

/** Whether the digits can be a phone number with its country code. */
export function isFullNumber(digits: string): boolean {
  return /^[1-9]\d{7,14}$/.test(digits)
}

/**
 * The phone that an id names: for a code its digits, whatever is between them; for a QR, which any
 * phone can read, only an id that is a number and nothing else.
 */
export function phoneIn(deviceId: string, { withCode }: { readonly withCode: boolean }): string {
  return withCode || isFullNumber(deviceId) ? digitsOf(deviceId) : ''
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}
