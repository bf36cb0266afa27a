import { z } from 'zod'
import { dateWithoutOffset } from './sentences.ts'

/** ISO 8601's extended form; seconds and their fraction may be left out, the offset may not. */
const withOffset =
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)$/

/** An instant on the wire: any ISO 8601 time with an offset in, UTC with milliseconds out. */
export const Instant = z.codec(
  z
    .string(dateWithoutOffset)
    .regex(withOffset, dateWithoutOffset)
    .refine((text) => isRealDay(text) && !Number.isNaN(parse(text)), 'Esta data não existe.')
    .meta({ format: 'date-time' }),
  z.iso.datetime(),
  {
    decode: (text) => new Date(parse(text)).toISOString(),
    encode: (text) => text,
  },
)

/** Whether the day exists: JavaScript reads 31 February as 3 March. */
function isRealDay(text: string): boolean {
  const day = text.slice(0, 'yyyy-mm-dd'.length)
  const midnight = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}

/** Parses a time; adds the colon that JavaScript requires in offsets. */
function parse(text: string): number {
  return Date.parse(
    text.replace(
      /^([^T]*T.*[+-]\d{2}):?(\d{2})?$/,
      (_, head, minutes = '00') => `${head}:${minutes}`,
    ),
  )
}
