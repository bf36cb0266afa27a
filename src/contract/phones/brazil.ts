import { areaCodes } from './area-code.ts'

/** Brazil's numbering plan, as far as reading a phone needs it. */

const COUNTRY = '55'
/** A subscriber's number: a mobile, a mobile of before the ninth digit, or a landline. */
const subscriber = /^(?:9\d{8}|[2-9]\d{7})$/
/** A mobile of before the ninth digit, behind its area code. */
const oldMobile = /^\d\d[6-9]\d{7}$/
/** Area code and subscriber's number. */
const complete = /^\d\d(?:9\d{8}|[2-9]\d{7})$/
/** Numbers reached from everywhere without an area code: emergency calls, 0800 and the like. */
const service =
  /^(?:1(?:00|80|81|88|9\d)|0[3589]00\d{6}|0?[3589]00\d{7}|(?:3003|4003|4004|4020)\d{4})$/
/** A trunk zero, and perhaps the code of a carrier, as numbers were dialled and printed. */
const trunk = /^0(?:\d\d)?(?=\d{10,11}$)/
/** Digits of area code and subscriber's number. */
export const SHORTEST = 10
const LONGEST = 11

/** Phone as E.164 digits, or why there is none; undefined: the digits follow another plan. */
export type Reading = { readonly phone: string } | { readonly fault: BrazilianFault } | undefined

export type BrazilianFault =
  | 'phone_no_area'
  | 'phone_unknown_area'
  | 'phone_short'
  | 'phone_long'
  | 'phone_service'
  | 'phone_invalid'

/**
 * Reads digits that are dialled inside Brazil: with or without trunk zero, carrier and area code.
 * @param ddd the area code of numbers that have none
 */
export function readNational(digits: string, ddd: string | undefined): Reading {
  const number = withoutTrunk(digits)
  // No area code begins with 0 or ends in it, so that no number of a service reads as complete.
  if (complete.test(number) && areaCodes.has(number.slice(0, 2))) return { phone: inFull(number) }
  if (service.test(number)) return { fault: 'phone_service' }
  if (number.length === 8 || number.length === 9) return withArea(number, ddd)
  return undefined
}

/** Reads digits behind the country's 55. */
export function readBehindCountry(
  digits: string,
  ddd: string | undefined,
): Exclude<Reading, undefined> {
  return readNational(digits, ddd) ?? { fault: faultOf(withoutTrunk(digits)) }
}

/** What is behind the 55 of digits that begin with Brazil's country code. */
export function behindCountry(digits: string): string | undefined {
  return digits.startsWith(COUNTRY) && digits.length >= LONGEST ? digits.slice(2) : undefined
}

/** What is wrong with digits that make no Brazilian number. */
export function faultOf(digits: string): BrazilianFault {
  if (digits.length < SHORTEST) return 'phone_short'
  const hasArea = areaCodes.has(digits.slice(0, 2))
  if (digits.length > LONGEST || (hasArea && digits.length === LONGEST)) return 'phone_long'
  return hasArea ? 'phone_invalid' : 'phone_unknown_area'
}

function withArea(number: string, ddd: string | undefined): Reading {
  if (ddd === undefined) return { fault: 'phone_no_area' }
  return subscriber.test(number) ? { phone: inFull(`${ddd}${number}`) } : { fault: 'phone_invalid' }
}

/** With country, and with the ninth digit that every mobile has had since 2016. */
function inFull(number: string): string {
  // Only a number of ten digits can lack one: most are longer, and cost no pattern.
  if (number.length !== SHORTEST || !oldMobile.test(number)) return `${COUNTRY}${number}`
  return `${COUNTRY}${number.slice(0, 2)}9${number.slice(2)}`
}

function withoutTrunk(digits: string): string {
  return digits.startsWith('0') ? digits.replace(trunk, '') : digits
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

/** Digits of a Brazilian mobile of before the ninth digit, with the country. */
const SHORT_MOBILE_LENGTH = 12

/** A phone with the ninth digit that Brazilian mobiles have; any other as it is. */
export function longForm(phone: string): string {
  // Most phones have another length: a pattern for each of a million would take longer.
  if (phone.length !== SHORT_MOBILE_LENGTH) return phone
  const short = withoutNinthDigit.exec(phone)
  return short ? `${short[1]}9${short[2]}` : phone
}
