import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { ContactErrorCode } from '../contacts/contact-list.ts'
import { behindCountry, faultOf, readBehindCountry, readNational, SHORTEST } from './brazil.ts'
import { readWritten } from './written.ts'

export type ParsedPhone =
  /** E.164 digits, without the plus. */
  | { readonly ok: true; readonly phone: string }
  | { readonly ok: false; readonly code: ContactErrorCode }

export type ReadOptions = {
  /** Area code of numbers that have none. */
  readonly ddd?: string | undefined
}

/** What most lists hold needs none of the cleaning. */
const plain = /^[1-9]\d{7,14}$/
/** A number of another country without a plus has at least so many digits. */
const FOREIGN_LEAST = 11

/**
 * Reads a phone as a person or a spreadsheet writes it. A complete Brazilian number is never taken
 * for a foreign one unless a plus or 00 says so.
 */
export function parsePhone(input: string, { ddd }: ReadOptions = {}): ParsedPhone {
  if (plain.test(input)) return withoutPlus(input, { ddd, hasArea: false })
  const written = readWritten(input)
  if ('fault' in written) return refused(written.fault)
  const { digits, hasArea } = written
  return digits.startsWith('+')
    ? withPlus(digits.slice(1), ddd)
    : withoutPlus(digits, { ddd, hasArea })
}

/** Whether a phone, as E.164 digits, belongs to another country than Brazil. */
export function isForeign(phone: string): boolean {
  return !phone.startsWith('55')
}

/** Area code of a Brazilian phone, as E.164 digits. */
export function areaOf(phone: string): string {
  return phone.slice(2, 4)
}

/** Any area code does to tell whether one is all that a number lacks. */
const SOME_AREA = '11'

/** Whether a phone is refused for want of an area code, and would be read with one. */
export function lacksAreaOnly(input: string): boolean {
  const parsed = parsePhone(input)
  if (parsed.ok || parsed.code !== 'phone_no_area') return false
  return parsePhone(input, { ddd: SOME_AREA }).ok
}

function withPlus(digits: string, ddd: string | undefined): ParsedPhone {
  if (digits.startsWith('55')) return result(readBehindCountry(digits.slice(2), ddd))
  return abroad(digits) ?? refused(digits.length < 8 ? 'phone_short' : 'phone_invalid')
}

function withoutPlus(
  digits: string,
  { ddd, hasArea }: ReadOptions & { readonly hasArea: boolean },
): ParsedPhone {
  const national = readNational(digits, ddd)
  if (national) return result(national)
  const behind = behindCountry(digits)
  if (behind !== undefined) {
    return behind.length < SHORTEST
      ? refused('phone_short')
      : result(readBehindCountry(behind, ddd))
  }
  const foreign = digits.length >= FOREIGN_LEAST && !hasArea ? abroad(digits) : undefined
  return foreign ?? refused(faultOf(digits))
}

function abroad(digits: string): ParsedPhone | undefined {
  const number = parsePhoneNumberFromString(`+${digits}`)
  return number?.isValid() ? { ok: true, phone: number.number.slice(1) } : undefined
}

function result(reading: { readonly phone: string } | { readonly fault: ContactErrorCode }) {
  return 'phone' in reading ? { ok: true as const, phone: reading.phone } : refused(reading.fault)
}

function refused(code: ContactErrorCode): ParsedPhone {
  return { ok: false, code }
}
