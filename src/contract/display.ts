import { SEND_TIME_SHIFT_HOURS } from './limits.ts'

/** Formats numbers, phones and times of sends for screens, printed pages and the terminal. */
export const LOCALE = 'pt-BR'

/** Builds a formatter on first use: each one takes a phone tens of milliseconds. */
export function whenAsked<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Formats numbers with a fixed count of decimal places. */
export function decimalFormat(digits: number): () => Intl.NumberFormat {
  return whenAsked(
    () =>
      new Intl.NumberFormat(LOCALE, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  )
}

const counts = whenAsked(() => new Intl.NumberFormat(LOCALE))
const percents = decimalFormat(2)

/** 1.234 */
export function formatCount(count: number): string {
  return counts().format(count)
}

/** 98,50% */
export function formatPercent(percent: number): string {
  return `${percents().format(percent)}%`
}

/** 12 contatos, 1 contato */
export function formatQuantity(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** +55 (61) 99999-0001; numbers of other countries keep their digits together. */
export function formatPhone(digits: string): string {
  const brazilian = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits)
  if (brazilian) return `+55 (${brazilian[1]}) ${brazilian[2]}-${brazilian[3]}`
  return /^\d+$/.test(digits) ? `+${digits}` : digits
}

/** 21/11/2026 10:05:09: the UTC instant less three hours, whatever zone the reader is in. */
export function formatSendTime(iso: string): string {
  const shifted = new Date(Date.parse(iso) - SEND_TIME_SHIFT_HOURS * 60 * 60_000).toISOString()
  const [year, month, day] = shifted.slice(0, 'yyyy-mm-dd'.length).split('-')
  return `${day}/${month}/${year} ${shifted.slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddTHH:mm:ss'.length)}`
}
