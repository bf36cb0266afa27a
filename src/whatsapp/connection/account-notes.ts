import { z } from 'zod'
import { DisconnectCode } from '../../contract/devices/device.ts'
import type { KeyLog } from '../../domain/devices/device-keys.ts'
import { readJson } from '../keys/note.ts'

/** What WhatsApp said about an account that outlives the process, kept with the account's keys. */

const HOLD_ROW = 'meta/hold'
const APPEAL_ROW = 'meta/appeal'

/** No attempt before `attemptAt`. */
const Hold = z.object({
  reason: DisconnectCode,
  until: z.iso.datetime().nullable(),
  said: z.string().nullable(),
  attemptAt: z.iso.datetime(),
})
export type Hold = z.infer<typeof Hold>

export function readHold(log: Pick<KeyLog, 'read'>): Hold | null {
  return readJson(log.read(HOLD_ROW), Hold) ?? null
}

/** Whether a suspension forbids any attempt. */
export function isHeld(log: Pick<KeyLog, 'read'>): boolean {
  const hold = readHold(log)
  return hold !== null && Date.parse(hold.attemptAt) > Date.now()
}

export function saveHold(log: Pick<KeyLog, 'commit'>, hold: Hold): void {
  log.commit([{ key: HOLD_ROW, value: JSON.stringify(hold) }])
}

export function forgetHold(log: Pick<KeyLog, 'has' | 'commit'>): void {
  if (log.has(HOLD_ROW)) log.commit([{ key: HOLD_ROW, value: null }])
}

/**
 * Keeps the only means to contest a locked account, which WhatsApp gives once. It is a secret: it
 * lies with the keys, and in no log.
 */
export function saveAppeal(
  log: Pick<KeyLog, 'commit'>,
  appeal: { readonly token: string; readonly at: string },
): void {
  log.commit([{ key: APPEAL_ROW, value: JSON.stringify(appeal) }])
}

const SAID_MAX_LENGTH = 400

/** WhatsApp's own sentences in the attributes of a failure, in one line. */
export function readWords(attributes: Readonly<Record<string, string>>): string | null {
  const { logout_message_header: header, logout_message_subtext: subtext, message } = attributes
  const words = [header, subtext ?? message].filter((text) => text !== undefined && text !== '')
  const line = words.join(' – ').replace(/\s+/g, ' ').trim()
  return line === '' ? null : line.slice(0, SAID_MAX_LENGTH)
}
