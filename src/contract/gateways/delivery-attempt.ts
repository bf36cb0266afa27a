import { z } from 'zod'
import { Delivery, DeliveryJson } from './delivery.ts'

const Headers = z.record(z.string(), z.string())

/** What a receiver answered. */
export const WebhookAnswer = z.object({
  /** Those that say what the body is, or what to do next. */
  headers: Headers,
  /** The beginning of the body. */
  text: z.string(),
  /** Whether the body goes on. */
  isCut: z.boolean(),
})
export type WebhookAnswer = z.infer<typeof WebhookAnswer>

/** One attempt to deliver an event, and what came of it. */
export const DeliveryAttempt = z.object({
  at: z.iso.datetime(),
  durationMs: z.int().min(0),
  /** Asked for by a person; it does not count among those that are made automatically. */
  isManual: z.boolean(),
  httpStatus: z.int().nullable(),
  /** Why it did not deliver, as a sentence for the owner; null where it did. */
  error: z.string().nullable(),
  /** The headers that were sent, without those that may be secret. */
  headers: Headers,
  /** Null where there was none. */
  answer: WebhookAnswer.nullable(),
})
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

const AttemptWire = z.object({
  at: z.iso.datetime(),
  duration_ms: z.int().min(0),
  manual: z.boolean(),
  http_status: z.int().nullable(),
  error: z.string().nullable(),
  request_headers: Headers,
  response_headers: Headers.nullable(),
  response_start: z.string().nullable(),
  response_cut: z.boolean(),
})

export const DeliveryAttemptJson = z.codec(AttemptWire, DeliveryAttempt, {
  decode: ({ at, error, response_headers: headers, response_start: text, ...wire }) => ({
    ...{ at, error, durationMs: wire.duration_ms, isManual: wire.manual },
    ...{ httpStatus: wire.http_status, headers: wire.request_headers },
    answer: headers && { headers, text: text ?? '', isCut: wire.response_cut },
  }),
  encode: ({ at, error, durationMs, isManual, httpStatus, headers, answer }) => ({
    ...{ at, error, duration_ms: durationMs, manual: isManual, http_status: httpStatus },
    request_headers: headers,
    response_headers: answer?.headers ?? null,
    response_start: answer?.text ?? null,
    response_cut: answer?.isCut ?? false,
  }),
})

/** A delivery with what was sent, and with every attempt. */
export const OpenedDelivery = z.object({
  delivery: Delivery,
  /** JSON as it is sent, but for what is secret in it; null where it is kept no more. */
  body: z.string().nullable(),
  /** Oldest first. */
  attempts: z.array(DeliveryAttempt),
})
export type OpenedDelivery = z.infer<typeof OpenedDelivery>

export const OpenedDeliveryJson = z.object({
  delivery: DeliveryJson,
  body: z.string().nullable(),
  attempts: z.array(DeliveryAttemptJson),
})
