import type { BinaryNode } from '@whiskeysockets/baileys'
import { LID_SERVER } from '../../contract/jid.ts'
import { readJid } from '../protocol/stanza.ts'
import type { AccountSettings } from '../world/account-settings.ts'

/** What the server makes of a stanza's addresses: a code it refuses with, or its way. */
export type AddressVerdict = number | 'deliver' | 'ghost'

const refusedNamespace = 400
const refusedReachOut = 463

/** Messages of a client to its own phone (`peer`) keep the phone number whatever the account is. */
export function judgeAddress(settings: AccountSettings, { attrs }: BinaryNode): AddressVerdict {
  if (attrs.category === 'peer') return 'deliver'
  const isLid = readJid(attrs.to)?.server === LID_SERVER
  if (settings.addressing === 'pn') return isLid ? refusedNamespace : 'deliver'
  if (isLid || settings.strictPn === 'accept') return 'deliver'
  return settings.strictPn === 'ghost' ? 'ghost' : refusedReachOut
}
