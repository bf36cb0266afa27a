import { z } from 'zod'
import { NAME_MAX_LENGTH } from '../limits.ts'
import { DeviceStanding, standingFields, toStanding, toStandingWire } from './device-standing.ts'
import { PasskeyJson } from './passkey.ts'

export const DeviceStatus = {
  connected: 'connected',
  /** The socket is opening. */
  connecting: 'connecting',
  /** A QR or a pairing code waits for the phone. */
  pending: 'pending',
  disconnected: 'disconnected',
} as const
export type DeviceStatus = (typeof DeviceStatus)[keyof typeof DeviceStatus]

/**
 * What follows from each reason a device is not connected for. `final`: its owner must act;
 * `asked_for`: its owner wanted it so; `retrying`: the server tries again within minutes; `held`: it
 * comes back by itself, but not soon; `at_next_start`: a newer program brings it back.
 */
const outlooks = {
  never_paired: 'final',
  pairing_expired: 'final',
  pairing_failed: 'final',
  passkey_required: 'final',
  passkey_stuck: 'final',
  passkey_refused: 'final',
  code_refused: 'final',
  code_forbidden: 'final',
  code_rate_limited: 'final',
  code_unavailable: 'final',
  code_failed: 'final',
  other_phone: 'final',
  logged_out: 'final',
  replaced_once: 'retrying',
  replaced: 'final',
  closed_by_user: 'asked_for',
  connection_lost: 'retrying',
  unreachable: 'retrying',
  refused: 'retrying',
  rejected: 'final',
  suspended: 'held',
  suspended_strangers: 'held',
  suspended_blocked: 'held',
  suspended_groups: 'held',
  suspended_repeated: 'held',
  suspended_broadcast: 'held',
  locked: 'final',
  banned: 'final',
  outdated: 'held',
  bad_client: 'final',
  malformed: 'final',
  not_multi_device: 'final',
  other_server: 'final',
  keys_unreadable: 'final',
  keys_newer: 'at_next_start',
  restarting: 'retrying',
} as const
export type DisconnectCode = keyof typeof outlooks

const disconnectCodes = Object.keys(outlooks).filter(
  (code): code is DisconnectCode => code in outlooks,
)
export const DisconnectCode = z.enum(disconnectCodes)

/** Whether it stays disconnected, also over a restart, until its owner connects it again. */
export function isFinal(code: DisconnectCode | null): boolean {
  return code !== null && outlooks[code] === 'final'
}

/** Whether the server keeps trying to reconnect by itself. */
export function isRetrying(code: DisconnectCode | null): boolean {
  return code !== null && outlooks[code] === 'retrying'
}

/** Id of a device, chosen by the client; the console uses the phone's digits. */
export const DeviceId = z
  .string()
  .regex(
    /^[A-Za-z0-9_-]{1,64}$/,
    'O identificador do aparelho aceita letras, números, "_" e "-", até 64 caracteres.',
  )

/**
 * Id of a device that may have been made as an instance: those have names with spaces, accents and
 * dots. A name of dots alone is part of no path.
 */
export const AnyDeviceId = z
  .string()
  .regex(
    /^(?!\.{1,2}$)[^\p{Cc}\p{Cs}]{1,100}$/u,
    'O nome da instância aceita de 1 a 100 caracteres, sem quebras de linha.',
  )

export const ConnectBody = z.object({
  /** A device that is not there yet is made only under a `DeviceId`. */
  deviceId: z.string(),
  connectionName: z.string().trim().max(NAME_MAX_LENGTH, 'Nome muito longo.').optional(),
  pairingCode: z.boolean().optional(),
  /** The phone to make a pairing code for, where the id is not its number. */
  phone: z
    .string()
    .regex(/^[1-9]\d{7,14}$/, 'Informe o número do celular com país e DDD, só com dígitos.')
    .optional(),
})
export type ConnectBody = z.infer<typeof ConnectBody>

const DeviceStatusSchema = z.enum(DeviceStatus)

const deviceFields = {
  connection_name: z.string(),
  status: DeviceStatusSchema,
  phone: z.string().nullable(),
  created_at: z.iso.datetime(),
  last_seen: z.iso.datetime().nullable(),
  last_received: z.iso.datetime().nullable().default(null),
  last_sent: z.iso.datetime().nullable().default(null),
  reason: z.string().nullable(),
  reason_code: DisconnectCode.nullable(),
  reason_until: z.iso.datetime().nullable().default(null),
  /** The name of the node that holds it; left out where the daemon is alone with its data. */
  node: z.string().optional(),
  ...standingFields,
}

const DeviceWire = z.object({ deviceId: z.string(), ...deviceFields })

/** A device as screens and commands see it. */
export const Device = z.object({
  deviceId: z.string(),
  connectionName: z.string(),
  status: DeviceStatusSchema,
  phone: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** When its connection last began or ended. */
  lastSeenAt: z.iso.datetime().nullable(),
  /** Time of the newest message that came to it, in a chat of whatever kind. */
  lastReceivedAt: z.iso.datetime().nullable(),
  /** Time of the newest message of ours that WhatsApp has accepted from it. */
  lastSentAt: z.iso.datetime().nullable(),
  /** A Portuguese sentence to show, not to branch on; null while nothing needs explaining. */
  reason: z.string().nullable(),
  /** The reason as a code, for programs. */
  reasonCode: DisconnectCode.nullable(),
  /** When the reason ends, where WhatsApp or the server has set a time. */
  reasonUntil: z.iso.datetime().nullable(),
  /** Name of the node that holds it; left out where the daemon is alone with its data. */
  nodeName: z.string().optional(),
  standing: DeviceStanding,
})
export type Device = z.infer<typeof Device>

export const DeviceJson = z.codec(DeviceWire, Device, {
  decode: (wire) => ({
    deviceId: wire.deviceId,
    connectionName: wire.connection_name,
    status: wire.status,
    phone: wire.phone,
    createdAt: wire.created_at,
    lastSeenAt: wire.last_seen,
    lastReceivedAt: wire.last_received,
    lastSentAt: wire.last_sent,
    reason: wire.reason,
    reasonCode: wire.reason_code,
    reasonUntil: wire.reason_until,
    ...(wire.node !== undefined && { nodeName: wire.node }),
    standing: toStanding(wire),
  }),
  encode: ({
    connectionName,
    createdAt,
    lastSeenAt,
    lastReceivedAt,
    lastSentAt,
    reasonCode,
    reasonUntil,
    nodeName,
    standing,
    ...same
  }) => ({
    ...same,
    connection_name: connectionName,
    created_at: createdAt,
    last_seen: lastSeenAt,
    last_received: lastReceivedAt,
    last_sent: lastSentAt,
    reason_code: reasonCode,
    reason_until: reasonUntil,
    ...(nodeName !== undefined && { node: nodeName }),
    ...toStandingWire(standing),
  }),
})

export const DevicesJson = z.object({ devices: z.array(DeviceJson) })

/** The answer to connect: what is known of the device at once. */
export const ConnectJson = z.object({
  deviceId: z.string(),
  connection_name: z.string(),
  status: DeviceStatusSchema,
})
export const DeviceStatusJson = z.object({ status: DeviceStatusSchema })
export const QrJson = z.object({
  qr: z.string().nullable(),
  pairingCode: z.string().nullable(),
  /** What a linking to an account with a passkey needs next. */
  passkey: PasskeyJson.nullable().default(null),
})

export const KeepAliveBody = z.object({ deviceId: AnyDeviceId.optional() })
export const KeepAliveJson = z.object({
  devices: z.array(z.object({ deviceId: z.string(), status: DeviceStatusSchema })),
})
