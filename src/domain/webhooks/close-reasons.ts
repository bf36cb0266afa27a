import type { DisconnectCode } from '../../contract/devices/device.ts'

export const LOGGED_OUT = 401

/** WhatsApp's own codes of the ends of a connection, as gateways report them. */
export const CLOSE_REASONS: Readonly<Partial<Record<DisconnectCode, number>>> = {
  closed_by_user: 428,
  logged_out: LOGGED_OUT,
  replaced: 440,
  rejected: 500,
  suspended: 402,
  suspended_strangers: 402,
  suspended_blocked: 402,
  suspended_groups: 402,
  suspended_repeated: 402,
  suspended_broadcast: 402,
  locked: 403,
  banned: 406,
  outdated: 405,
  bad_client: 409,
  malformed: 500,
  not_multi_device: 411,
  pairing_expired: 408,
  pairing_failed: 500,
  passkey_required: 500,
  passkey_stuck: 500,
  passkey_refused: 500,
  code_refused: 400,
  code_forbidden: 403,
  code_rate_limited: 429,
  code_unavailable: 452,
  code_failed: 500,
  other_phone: 500,
  other_server: 500,
  keys_unreadable: 500,
  keys_newer: 500,
}
