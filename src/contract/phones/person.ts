import { isLidJid, phoneOfJid } from '../jid.ts'
import { longForm } from './brazil.ts'

/** The names under which one person may be known: a phone in either of its forms, and a LID. */
export type PersonNames = {
  /** E.164 digits. */
  readonly phone: string | null
  readonly lid: string | null
  /** The address of a chat: a phone's jid or a LID. */
  readonly jid?: string | null
}

/**
 * Keys that are the same for every form of a name: a Brazilian mobile is one person with and
 * without the ninth digit.
 */
export function personKeys({ phone, lid, jid = null }: PersonNames): readonly string[] {
  const keys = new Set<string>()
  if (phone !== null) keys.add(longForm(phone))
  if (lid !== null && isLidJid(lid)) keys.add(lid)
  if (jid !== null) {
    const digits = phoneOfJid(jid)
    if (digits !== null) keys.add(longForm(digits))
    else if (isLidJid(jid)) keys.add(jid)
  }
  return [...keys]
}
