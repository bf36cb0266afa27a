import { foldText } from '../../../contract/fold.ts'

/** What deliveries are found by: the short texts and numbers of what an event says. */

/** Longer texts are files and pictures. */
const TEXT_MAX_LENGTH = 2_000
const TERM_MAX_LENGTH = 120
const TERMS_MAX_LENGTH = 600
const DEPTH_MAX = 8
const REFUSED = /[\p{C}\ufffd]+/gu
/** As people write phones. */
const PHONE = /^[+\d\s().-]+$/
const PHONE_MIN_DIGITS = 4

/** The terms of an event, folded, a line each. */
export function searchTermsOf(id: string, data: unknown): string {
  const terms = [id]
  let length = 0
  const gather = (value: unknown, depth: number): void => {
    if (length > TERMS_MAX_LENGTH || depth > DEPTH_MAX) return
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value)
      if (text === '' || text.length > TEXT_MAX_LENGTH) return
      const term = text.slice(0, TERM_MAX_LENGTH).replace(REFUSED, ' ')
      length += term.length
      terms.push(term)
    } else if (typeof value === 'object' && value !== null) {
      for (const each of Object.values(value)) gather(each, depth + 1)
    }
  }
  gather(data, 0)
  return foldText(terms.join('\n'))
}

/** What is looked for in the terms of an event; empty where nothing is. */
export function soughtTerm(q: string | undefined): string {
  const text = foldText((q ?? '').trim()).replace(REFUSED, ' ')
  const digits = text.replace(/\D/g, '')
  return PHONE.test(text) && digits.length >= PHONE_MIN_DIGITS && !isMoment(text) ? digits : text
}

/** A date is written with dashes as well. */
function isMoment(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}/.test(text)
}
