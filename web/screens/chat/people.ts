import { foldText } from '#contract/fold.ts'
import { isGroupJid, phoneOfJid } from '#contract/jid.ts'
import { formatPhone } from '../../format.ts'

/** Who a chat is with, by the name WhatsApp knows them under. */
type Person = { readonly remoteJid: string; readonly pushName: string | null }

/** What a person is called on the screen. */
export function nameOf({ remoteJid, pushName }: Person): string {
  if (isGroupJid(remoteJid)) return pushName ? `Grupo: ${pushName}` : 'Grupo'
  return pushName || numberOf(remoteJid)
}

/** What stands under the name. */
export function numberOf(remoteJid: string): string {
  const phone = phoneOfJid(remoteJid)
  if (phone !== null) return formatPhone(phone)
  return isGroupJid(remoteJid) ? 'Grupo' : 'Número não informado'
}

/** Case and accents do not matter; digits match a phone however it was typed. */
export function matches(person: Person, search: string): boolean {
  const wanted = foldText(search.trim())
  if (wanted === '') return true
  const digits = search.replace(/\D/g, '')
  const phone = phoneOfJid(person.remoteJid) ?? ''
  return foldText(nameOf(person)).includes(wanted) || (digits !== '' && phone.includes(digits))
}
