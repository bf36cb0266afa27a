import { z } from 'zod'
import { NewChatQuota } from './device-standing.ts'

/** What a look at one device on WhatsApp's own server tells, and what becomes of a trial message. */

/** Numbers that one trial writes to at most. */
export const TRIAL_NUMBERS_MAX = 5
const TRIAL_TEXT_MAX_LENGTH = 200

export const AddressingMode = z.enum(['lid', 'pn', 'unknown'])

export const DeviceCheckJson = z.object({
  deviceId: z.string(),
  phone: z.string().nullable(),
  checkedAt: z.iso.datetime(),
  clientVersion: z.string(),
  /** Whether the account's name is known, under which its presence is told. */
  hasName: z.boolean(),
  /** Where WhatsApp wants its messages: at LIDs or at phone numbers. */
  addressing: AddressingMode,
  /** WhatsApp's lock on first messages; null where it did not answer. */
  lock: z
    .object({
      isActive: z.boolean(),
      kind: z.string().nullable(),
      until: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** Null where WhatsApp did not answer. */
  newChats: NewChatQuota.nullable(),
  /** The account's devices, its phone the first; null where WhatsApp did not answer. */
  ownDevices: z.array(z.object({ id: z.int(), isThis: z.boolean() })).nullable(),
  /** What the directory answers about the account's own number. */
  ownNumber: z.enum(['found', 'absent', 'unknown']),
})
export type DeviceCheck = z.infer<typeof DeviceCheckJson>

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

export const TrialJson = TraceJson.extend({
  messageId: z.string(),
  isAccepted: z.boolean(),
  /** Why it was not: a code and a sentence for people. */
  errorCode: z.string().nullable(),
  errorText: z.string().nullable(),
})
