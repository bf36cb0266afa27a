import { z } from 'zod'
import { NewChatQuota } from './device-standing.ts'

/** What a look at one device on WhatsApp's own server tells, and what becomes of a trial message. */

/** Numbers that one trial writes to at most. */
export const TRIAL_NUMBERS_MAX = 5
const TRIAL_TEXT_MAX_LENGTH = 200

export const AddressingMode = z.enum(['lid', 'pn', 'unknown'])
const OwnNumber = z.enum(['found', 'absent', 'unknown'])

const DeviceCheckWire = z.object({
  deviceId: z.string(),
  phone: z.string().nullable(),
  checked_at: z.iso.datetime(),
  client_version: z.string(),
  /** Whether the account's name is known, which its presence carries. */
  has_name: z.boolean(),
  /** Whether WhatsApp wants messages addressed to LIDs or to phone numbers. */
  addressing: AddressingMode,
  /** WhatsApp's lock on first messages; null where it did not answer. */
  lock: z
    .object({
      is_active: z.boolean(),
      kind: z.string().nullable(),
      until: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** Null where WhatsApp did not answer. */
  new_chats: NewChatQuota.omit({ cycleEndsAt: true })
    .extend({ cycle_ends_at: NewChatQuota.shape.cycleEndsAt })
    .nullable(),
  /** The account's devices, its phone the first; null where WhatsApp did not answer. */
  own_devices: z.array(z.object({ id: z.int(), is_this: z.boolean() })).nullable(),
  /** What the directory answers about the account's own number. */
  own_number: OwnNumber,
})

const DeviceCheck = z.object({
  deviceId: z.string(),
  phone: z.string().nullable(),
  checkedAt: z.iso.datetime(),
  clientVersion: z.string(),
  hasName: z.boolean(),
  addressing: AddressingMode,
  lock: z
    .object({
      isActive: z.boolean(),
      kind: z.string().nullable(),
      until: z.iso.datetime().nullable(),
    })
    .nullable(),
  newChats: NewChatQuota.nullable(),
  ownDevices: z.array(z.object({ id: z.int(), isThis: z.boolean() })).nullable(),
  ownNumber: OwnNumber,
})
export type DeviceCheck = z.infer<typeof DeviceCheck>

export const DeviceCheckJson = z.codec(DeviceCheckWire, DeviceCheck, {
  decode: ({
    checked_at,
    client_version,
    has_name,
    lock,
    new_chats,
    own_devices,
    own_number,
    ...same
  }) => ({
    ...same,
    checkedAt: checked_at,
    clientVersion: client_version,
    hasName: has_name,
    lock: lock && { isActive: lock.is_active, kind: lock.kind, until: lock.until },
    newChats: new_chats && decodeQuota(new_chats),
    ownDevices: own_devices?.map(({ id, is_this }) => ({ id, isThis: is_this })) ?? null,
    ownNumber: own_number,
  }),
  encode: ({
    checkedAt,
    clientVersion,
    hasName,
    lock,
    newChats,
    ownDevices,
    ownNumber,
    ...same
  }) => ({
    ...same,
    checked_at: checkedAt,
    client_version: clientVersion,
    has_name: hasName,
    lock: lock && { is_active: lock.isActive, kind: lock.kind, until: lock.until },
    new_chats: newChats && encodeQuota(newChats),
    own_devices: ownDevices?.map(({ id, isThis }) => ({ id, is_this: isThis })) ?? null,
    own_number: ownNumber,
  }),
})

function decodeQuota({
  cycle_ends_at,
  ...same
}: NonNullable<z.infer<typeof DeviceCheckWire>['new_chats']>): z.infer<typeof NewChatQuota> {
  return { ...same, cycleEndsAt: cycle_ends_at }
}

function encodeQuota({ cycleEndsAt, ...same }: z.infer<typeof NewChatQuota>) {
  return { ...same, cycle_ends_at: cycleEndsAt }
}

export const TrialBody = z.object({
  to: z.string('Informe o número.').max(40, 'Número longo demais.'),
  text: z
    .string()
    .trim()
    .min(1, 'Informe o texto.')
    .max(TRIAL_TEXT_MAX_LENGTH, `Use até ${TRIAL_TEXT_MAX_LENGTH} letras.`)
    .optional(),
})

/** One thing that WhatsApp said about a message, as it came. */
const MessageStep = z.object({
  at: z.iso.datetime(),
  kind: z.enum(['ack', 'receipt']),
  /** The receipt's type; empty for a delivery and for an acknowledgement. */
  type: z.string(),
  /** By which of the person's names it came. */
  from: z.enum(['lid', 'phone', 'other']),
  device: z.int().min(0),
  /** WhatsApp's code for a refusal. */
  error: z.string().nullable(),
  /** Attributes that ask for something, such as `phash` or `refresh_lid`. */
  hints: z.array(z.string()),
})
export type MessageStep = z.infer<typeof MessageStep>

export const TraceJson = z.object({ steps: z.array(MessageStep) })

const TrialWire = TraceJson.extend({
  message_id: z.string(),
  is_accepted: z.boolean(),
  /** Why it was not: a code and a sentence for people. */
  error_code: z.string().nullable(),
  error_text: z.string().nullable(),
})

const Trial = TraceJson.extend({
  messageId: z.string(),
  isAccepted: z.boolean(),
  errorCode: z.string().nullable(),
  errorText: z.string().nullable(),
})
export type Trial = z.infer<typeof Trial>

export const TrialJson = z.codec(TrialWire, Trial, {
  decode: ({ steps, message_id, is_accepted, error_code, error_text }) => ({
    steps,
    messageId: message_id,
    isAccepted: is_accepted,
    errorCode: error_code,
    errorText: error_text,
  }),
  encode: ({ steps, messageId, isAccepted, errorCode, errorText }) => ({
    steps,
    message_id: messageId,
    is_accepted: isAccepted,
    error_code: errorCode,
    error_text: errorText,
  }),
})
