import { jidDecode, jidNormalizedUser, type WASocket } from '@whiskeysockets/baileys'
import { isLidJid, isPhoneJid, phoneJid } from '../../contract/jid.ts'

/** Names people by their phones, as far as the account knows these. */
export function createPersonNames({ signalRepository }: Pick<WASocket, 'signalRepository'>) {
  return { phoneOf, nameOf }

  /** The phone's digits; null where they are not known. */
  async function phoneOf(jid: string): Promise<string | null> {
    const plain = jidNormalizedUser(jid)
    if (isPhoneJid(plain)) return jidDecode(plain)?.user ?? null
    if (!isLidJid(plain)) return null
    const mapped = await signalRepository.lidMapping.getPNForLID(plain)
    return mapped ? (jidDecode(mapped)?.user ?? null) : null
  }

  /** The jid of the phone where that is known, otherwise the one given. */
  async function nameOf(jid: string): Promise<string> {
    const phone = await phoneOf(jid)
    return phone === null ? jidNormalizedUser(jid) : phoneJid(phone)
  }
}
