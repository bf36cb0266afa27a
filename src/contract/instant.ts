import { z } from 'zod'
import { errorCatalogue } from './errors.ts'

/** An instant on the wire: any ISO 8601 time with an offset in, UTC with milliseconds out. */
export const Instant = z.codec(
  z.iso.datetime({ offset: true, error: errorCatalogue.date_without_offset.text }),
  z.iso.datetime(),
  {
    decode: (text) => new Date(text).toISOString(),
    encode: (text) => text,
  },
)
