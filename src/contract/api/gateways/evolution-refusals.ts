import type { ErrorCode } from '../../errors.ts'

/** What calls of the Evolution-compatible API may be refused for. */

/** A call about an instance. */
export const named = ['invalid', 'device_not_found'] as const satisfies readonly ErrorCode[]

/** One that asks WhatsApp about somebody. */
export const asking = [
  ...named,
  'invalid_phone',
  'device_not_connected',
] as const satisfies readonly ErrorCode[]

/** One that changes the account itself. */
export const changing = [
  ...named,
  'device_not_connected',
  'whatsapp_failed',
] as const satisfies readonly ErrorCode[]

/** One that takes a file, or the address of one. */
export const files = [
  'media_invalid',
  'media_unreachable',
  'media_private',
  'media_too_large',
] as const satisfies readonly ErrorCode[]

/** One that sends something, or changes what was sent. */
export const sending = [
  ...asking,
  'not_on_whatsapp',
  'refused_by_whatsapp',
  'too_many',
  'not_confirmed',
  'storage_unavailable',
] as const satisfies readonly ErrorCode[]
