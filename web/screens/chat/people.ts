import { LOCALE } from '#contract/display.ts'
import { foldText } from '#contract/fold.ts'
import { isGroupJid, phoneOfJid, userOfJid } from '#contract/jid.ts'
import { behindCountry, readNational } from '#contract/phones/brazil.ts'
import { formatPhone } from '../../format.ts'
import { onceEach } from '../../once-each.ts'

/** Who a chat is with: the name in the user's lists, and the one WhatsApp knows them under. */
export type Person = {
  readonly remoteJid: string
  readonly contactName: string | null
  readonly pushName: string | null
}

/** The end of a group's id, which tells two groups apart: WhatsApp's name for it is not known. */
const GROUP_ID_END = 4

/** What a person is called on the screen. */
export function nameOf({ remoteJid, contactName, pushName }: Person): string {
  // In a group the name is that of whoever wrote last.
  if (isGroupJid(remoteJid)) return `Grupo …${userOfJid(remoteJid).slice(-GROUP_ID_END)}`
  return contactName || pushName || numberOf(remoteJid)
}

/** The letter that stands for a person; null for a group, and for whoever is known by a number alone. */
export function initialOf({ remoteJid, contactName, pushName }: Person): string | null {
  if (isGroupJid(remoteJid)) return null
  const letter = /\p{L}/u.exec(contactName || pushName || '')?.[0]
  return letter?.toLocaleUpperCase(LOCALE) ?? null
}

/** What stands under the name. */
export function numberOf(remoteJid: string): string {
  const phone = phoneOfJid(remoteJid)
  if (phone !== null) return formatPhone(phone)
  return isGroupJid(remoteJid) ? 'Grupo' : 'Número não informado'
}

/** The people that a search means; case and accents do not matter, nor how a phone is typed. */
export function findPeople<Found extends Person>(
  people: readonly Found[],
  search: string,
): readonly Found[] {
  const wanted = foldText(search.trim())
  if (wanted === '') return people
  const digits = search.replace(/\D/g, '')
  return people.filter(
    (person) =>
      foldedNamesOf(person).includes(wanted) ||
      (digits !== '' && (phoneOfJid(person.remoteJid) ?? '').includes(digits)),
  )
}

const phoneLike = /^(\+?)[\d\s().-]+$/
const foreign = /^(?!55)[1-9]\d{7,14}$/

/**
 * The whole number that a search is; null for part of one, and for a name. One of another country
 * needs its plus: to know it without, the screen would have to load all numbering plans.
 */
export function phoneIn(search: string): string | null {
  const like = phoneLike.exec(search.trim())
  if (!like) return null
  const digits = search.replace(/\D/g, '')
  if (like[1] && foreign.test(digits)) return digits
  const national = [digits, behindCountry(digits) ?? '']
  for (const each of national) {
    const reading = readNational(each, undefined)
    if (reading && 'phone' in reading) return reading.phone
  }
  return null
}

// Joined by a line's end, which nobody types: no search matches across the two names.
const foldedNamesOf = onceEach(
  (person: Person) => `${foldText(nameOf(person))}\n${foldText(person.pushName ?? '')}`,
)
