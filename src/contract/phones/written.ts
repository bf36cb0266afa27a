/** Phones as people and spreadsheets write them, with everything around the number. */

/** Invisible characters that are copied along with a number from a phone or a web page. */
const invisible = /\p{Cf}/gu
/** A spreadsheet's way to keep a number text: `="61999990000"`, or an apostrophe in front. */
const textFormula = /^=\s*"([^"]*)"$/
const address =
  /^(?:tel:|(?:https?:\/\/)?(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?phone=))/i
/** Scientific notation: the digits that the spreadsheet cut off cannot be recovered. */
const scientific = /^\+?\d+(?:[.,]\d+)?\s?e\s?[+-]?\d{1,3}$/i
/** A number that the spreadsheet took for an amount: `61999990000.0`. */
const amount = /^(\+?\d{8,15})[.,]0{1,2}$/
/** Before the number: `Tel.: `, `WhatsApp `. */
const label = /^[\p{L}][\p{L}\s.:-]*(?=[+(\d])/u
/** A trunk zero with a place for the carrier's code: `0xx61`, `(0**61)`. */
const anyCarrier = /^(\(?)\s*0\s*[xX*]{2}/
const number = /^[+\d\s()[\]{}\p{Pd}\u2212.,/*_]*/u
const noise = /[\s()[\]{}\p{Pd}\u2212.,/*_]/gu
/** What may stand between two numbers in one cell. */
const between = /[;|\n/,]|\s(?:ou|e|&)\s/i
/** The least that a number without area code has. */
const LEAST_DIGITS = 8
const letter = /\p{L}/u
const bracketed = /^\(\s*0?\d\d\s*\)/

export type Written =
  | {
      /** With a leading plus where one was written, or dialled as 00. */
      readonly digits: string
      /** Whether two digits in brackets stand in front, as only an area code does. */
      readonly hasArea: boolean
    }
  | { readonly fault: 'phone_missing' | 'phone_scientific' | 'phone_two' | 'phone_invalid' }

/** Takes the number out of a cell. */
export function readWritten(input: string): Written {
  const text = undressed(input)
  if (text === '') return { fault: 'phone_missing' }
  if (scientific.test(text)) return { fault: 'phone_scientific' }
  if (holdsTwo(text)) return { fault: 'phone_two' }
  const bare = text.replace(amount, '$1').replace(label, '').replace(anyCarrier, '$10')
  const [head = ''] = number.exec(bare) ?? []
  const compact = head.replace(noise, '')
  const digits = compact.startsWith('00') ? `+${compact.slice(2)}` : compact
  const isNumber = /^\+?\d+$/.test(digits) && !(digits.length < LEAST_DIGITS && letter.test(bare))
  return isNumber ? { digits, hasArea: bracketed.test(bare) } : { fault: 'phone_invalid' }
}

function undressed(input: string): string {
  const text = input.normalize('NFKC').replace(invisible, '').trim()
  const inside = textFormula.exec(text)?.[1] ?? text
  return inside.replace(/^'+/, '').trim().replace(address, '')
}

/** Whether there are two numbers that could each stand alone. */
function holdsTwo(text: string): boolean {
  const [first = 0, ...others] = text.split(between).map(digitCount)
  // Also two endings of one number: `3333-4444/5555`.
  if (first >= LEAST_DIGITS && others.some((count) => count >= 4)) return true
  if (others.filter((count) => count >= LEAST_DIGITS).length > 1) return true
  return splitsInTwo(text)
}

/** `61 99999-0000 61 98888-1111`: only blanks stand between them. */
function splitsInTwo(text: string): boolean {
  const words = text.split(/\s+/)
  const total = digitCount(text)
  let before = 0
  for (const word of words.slice(0, -1)) {
    before += digitCount(word)
    if (before >= 10 && total - before >= 10) return true
  }
  return false
}

function digitCount(text: string): number {
  return text.replace(/\D/g, '').length
}
