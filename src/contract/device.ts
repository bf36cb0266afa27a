import { z } from 'zod'
import { errorCatalogue } from './errors.ts'
import { NAME_MAX_LENGTH } from './limits.ts'

export const DeviceStatus = {
  connected: 'connected',
  /** The socket is opening. */
  connecting: 'connecting',
  /** A QR or a pairing code waits for the phone. */
  pending: 'pending',
  disconnected: 'disconnected',
} as const
export type DeviceStatus = (typeof DeviceStatus)[keyof typeof DeviceStatus]

/** Why a device is not connected, in the sentences that its screen shows. */
export const disconnectReasons = {
  never_paired: 'O código QR ainda não foi lido pelo celular.',
  pairing_expired: 'O código QR não foi lido a tempo. Gere um novo.',
  pairing_failed: 'O WhatsApp recusou o pareamento. Gere um novo código.',
  logged_out: 'O aparelho foi desconectado no celular. Leia um novo código QR para voltar.',
  replaced: 'Outra sessão tomou o lugar desta. Conecte novamente para voltar.',
  closed_by_user: 'Desconectado por você.',
  connection_lost: 'A conexão caiu. Tentando novamente.',
  unreachable: 'O servidor do WhatsApp não responde. Tentando novamente.',
  refused: 'O WhatsApp recusou a conexão. Tentando novamente.',
  banned: 'O WhatsApp bloqueou este número.',
  other_server: 'Este aparelho foi pareado com outro servidor do WhatsApp e não se conecta a este.',
  keys_unreadable:
    'As chaves deste aparelho não puderam ser lidas. Conecte novamente com um código QR.',
  keys_newer: errorCatalogue.newer_format.text,
  restarting: 'O processo desta conexão está reiniciando.',
} as const
export type DisconnectCode = keyof typeof disconnectReasons

const disconnectCodes = Object.keys(disconnectReasons).filter(
  (code): code is DisconnectCode => code in disconnectReasons,
)
export const DisconnectCode = z.enum(disconnectCodes)

/** What follows from each reason a device is not connected for. */
const outlooks: Readonly<
  Record<DisconnectCode, 'final' | 'retrying' | 'asked_for' | 'at_next_start'>
> = {
  never_paired: 'final',
  pairing_expired: 'final',
  pairing_failed: 'final',
  logged_out: 'final',
  replaced: 'final',
  closed_by_user: 'asked_for',
  connection_lost: 'retrying',
  unreachable: 'retrying',
  refused: 'retrying',
  banned: 'final',
  other_server: 'final',
  keys_unreadable: 'final',
  keys_newer: 'at_next_start',
  restarting: 'retrying',
}

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

export const ConnectBody = z.object({
  deviceId: DeviceId,
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
  reason: z.string().nullable(),
  reason_code: DisconnectCode.nullable(),
}

const DeviceWire = z.object({ deviceId: z.string(), ...deviceFields })

/** A device as screens and commands see it. */
export const Device = z.object({
  deviceId: z.string(),
  connectionName: z.string(),
  status: DeviceStatusSchema,
  phone: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().nullable(),
  /** A Portuguese sentence to show, not to branch on; null while nothing needs explaining. */
  reason: z.string().nullable(),
  /** The reason as a code, for programs. */
  reasonCode: DisconnectCode.nullable(),
})
export type Device = z.infer<typeof Device>

export const DeviceJson = z.codec(DeviceWire, Device, {
  decode: ({ connection_name, created_at, last_seen, reason_code, ...same }) => ({
    ...same,
    connectionName: connection_name,
    createdAt: created_at,
    lastSeenAt: last_seen,
    reasonCode: reason_code,
  }),
  encode: ({ connectionName, createdAt, lastSeenAt, reasonCode, ...same }) => ({
    ...same,
    connection_name: connectionName,
    created_at: createdAt,
    last_seen: lastSeenAt,
    reason_code: reasonCode,
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
})

export const KeepAliveBody = z.object({ deviceId: DeviceId.optional() })
export const KeepAliveJson = z.object({
  devices: z.array(z.object({ deviceId: z.string(), status: DeviceStatusSchema })),
})
