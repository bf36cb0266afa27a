import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { ContactErrorCode } from './contact-list.ts'

export type ParsedPhone =
  /** E.164 digits, without the plus. */
  | { readonly ok: true; readonly phone: string }
  | { readonly ok: false; readonly code: ContactErrorCode }

/** Every area code of Brazil (DDD). */
export const areaCodes: ReadonlySet<string> = new Set(
  [
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49',
    '51 53 54 55 61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89',
    '91 92 93 94 95 96 97 98 99',
  ].flatMap((row) => row.split(' ')),
)

/** Invisible characters that are copied along with a number from a phone or a web page. */
const invisible = /\p{Cf}/gu
const separators = /[\s()[\]{}\p{Pd}\u2212]/gu
const scientific = /^\+?\d+(?:[.,]\d+)?e[+-]?\d+$/i
const digits = /^[1-9]\d{5,14}$/
const localNumber = /^(\d\d)(?:9\d{8}|[2-5]\d{7})$/
const SERVICE_NUMBER_LENGTH = 12
/** Brazilian numbers in full: 55, the area code, the subscriber's number. */
const brazilian = /^55(\d\d)(?:9\d{8}|[2-9]\d{7})$/

/**
 * Reads a phone as a person or a spreadsheet writes it. It never guesses: 55 is put in front only
 * of a complete Brazilian number; anything else must already be international.
 */
export function parsePhone(input: string): ParsedPhone {
  // Shortcut for mere digits, which is what most lists hold: the steps below would not change them.
  if (digits.test(input)) return national(input)
  const text = input.normalize('NFKC').replace(invisible, '').trim()
  if (text === '') return { ok: false, code: 'phone_missing' }
  // Refuses scientific notation: the digits that the spreadsheet cut off cannot be recovered.
  if (scientific.test(text)) return { ok: false, code: 'phone_scientific' }

  const compact = text.replace(separators, '')
  if (/^\+[1-9]\d{5,14}$/.test(compact)) return international(compact.slice(1))
  if (!digits.test(compact)) return { ok: false, code: 'phone_invalid' }
  return national(compact)
}

/** Reads digits without a plus, which may be a Brazilian number without its country. */
function national(number: string): ParsedPhone {
  const area = localNumber.exec(number)?.[1]
  if (area !== undefined && areaCodes.has(area)) return { ok: true, phone: `55${number}` }
  return international(number)
}

function international(phone: string): ParsedPhone {
  const area = brazilian.exec(phone)?.[1]
  if (area !== undefined && areaCodes.has(area)) return { ok: true, phone }
  // No area code ends in 0: where one seems to, it may be a service number such as 0800 123 4567.
  const isService = area?.endsWith('0') && phone.length === SERVICE_NUMBER_LENGTH
  const isUnknownArea = area !== undefined && !isService
  const number = isUnknownArea ? undefined : parsePhoneNumberFromString(`+${phone}`)
  if (!number?.isValid()) return { ok: false, code: 'phone_invalid' }
  return { ok: true, phone: number.number.slice(1) }
}

const withNinthDigit = /^(55\d\d)9([6-9]\d{7})$/
const withoutNinthDigit = /^(55\d\d)([6-9]\d{7})$/

/**
 * Every form a phone may be registered under at WhatsApp, the likeliest first: Brazilian mobiles
 * exist with and without the ninth digit. A mobile whose last eight digits look like a landline's
 * has one form only, since the shorter form belongs to the landline.
 */
export function numberCandidates(phone: string): string[] {
  const long = withNinthDigit.exec(phone)
  if (long) return [phone, `${long[1]}${long[2]}`]
  const short = withoutNinthDigit.exec(phone)
  if (short) return [phone, `${short[1]}9${short[2]}`]
  return [phone]
}
