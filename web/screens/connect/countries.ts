/**
 * Countries to choose from for an account's number: those of most users and their neighbours;
 * others are typed by code.
 */
export const countries = [
  { name: 'Brasil', code: '55' },
  { name: 'Argentina', code: '54' },
  { name: 'Bolívia', code: '591' },
  { name: 'Chile', code: '56' },
  { name: 'Colômbia', code: '57' },
  { name: 'Equador', code: '593' },
  { name: 'Espanha', code: '34' },
  { name: 'Estados Unidos e Canadá', code: '1' },
  { name: 'Guiana', code: '592' },
  { name: 'México', code: '52' },
  { name: 'Moçambique', code: '258' },
  { name: 'Angola', code: '244' },
  { name: 'Cabo Verde', code: '238' },
  { name: 'Paraguai', code: '595' },
  { name: 'Peru', code: '51' },
  { name: 'Portugal', code: '351' },
  { name: 'Suriname', code: '597' },
  { name: 'Uruguai', code: '598' },
  { name: 'Venezuela', code: '58' },
] as const

export const BRAZIL = '55'

/** Longest number in E.164, and the shortest that exists. */
const MAX_DIGITS = 15
const MIN_DIGITS = 8

/**
 * The digits of an account's number as WhatsApp knows it, from the typed text; null for anything
 * else. A whole number may be pasted into the last field: a `+` marks it as complete, and so does a
 * number too long to lack its country.
 */
export function accountDigits({
  country,
  area,
  number,
}: {
  readonly country: string
  readonly area: string
  readonly number: string
}): string | null {
  const typed = digitsOf(number)
  const isWhole =
    number.trim().startsWith('+') || (country === BRAZIL && /^55\d{10,11}$/.test(typed))
  const digits = isWhole ? typed : `${country}${digitsOf(area).replace(/^0+/, '')}${typed}`
  const isBrazilian = digits.startsWith(BRAZIL)
  const isPossible = isBrazilian
    ? /^55[1-9]\d(?:9\d{8}|[2-9]\d{7})$/.test(digits)
    : digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS
  return typed !== '' && isPossible ? digits : null
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}
