import { z } from 'zod'
import { NAME_MAX_LENGTH, PAGE_LIMIT_MAX, READ_MS_AGO_MAX } from '../limits.ts'
import { pageLimit, queryCount } from '../query-numbers.ts'

export const CursorPage = z.object({
  limit: pageLimit(PAGE_LIMIT_MAX).optional(),
  cursor: z.string().max(200).optional(),
})

export const ListsQuery = CursorPage.extend({
  /** How many contacts of each list are included; left out: all of them. */
  preview: queryCount(PAGE_LIMIT_MAX).optional(),
  q: z.string().max(NAME_MAX_LENGTH).optional(),
})

const flag = z
  .enum(['true', 'false', '1', '0', ''], 'Use true ou false.')
  .transform((value) => value === 'true' || value === '1')

export const CampaignsQuery = CursorPage.extend({
  /** Only those scheduled, running or paused: however long the history, they are few. */
  abertas: flag.optional(),
})

export const ForceQuery = z.object({ force: flag.optional() })

export const EventsQuery = z.object({
  /**
   * How long ago the listener began to read, in milliseconds; a change since then sends `reset`.
   */
  read_ms_ago: queryCount(READ_MS_AGO_MAX).optional(),
})

export const ExportQuery = z.object({
  sep: z.enum([',', ';'], 'O separador é "," ou ";".').optional(),
})
