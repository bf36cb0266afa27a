import { z } from 'zod'
import { CampaignStatus } from '../campaigns/campaign-status.ts'
import { NAME_MAX_LENGTH, PAGE_LIMIT_MAX, READ_MS_AGO_MAX } from '../limits.ts'
import { pageLimit, queryCount } from '../query-numbers.ts'

export const CursorPage = z.object({
  limit: pageLimit(PAGE_LIMIT_MAX).optional(),
  cursor: z.string().max(200).optional(),
})

/** Newest first, by name, the longest first, or the last used first; "-" turns each around. */
export const ListOrder = z.enum(
  ['novas', 'nome', 'contatos', 'uso', '-novas', '-nome', '-contatos', '-uso'],
  'A ordem é "novas", "nome", "contatos" ou "uso"; com "-" na frente, ao contrário.',
)
export type ListOrder = z.infer<typeof ListOrder>

export const ListsQuery = CursorPage.extend({
  /** How many contacts of each list are included; left out: all of them. */
  preview: queryCount(PAGE_LIMIT_MAX).optional(),
  q: z.string().max(NAME_MAX_LENGTH).optional(),
  /** Left out: newest first. */
  ordem: ListOrder.optional(),
})

const flag = z
  .enum(['true', 'false', '1', '0', ''], 'Use true ou false.')
  .transform((value) => value === 'true' || value === '1')

/** All of them, with room to spare. */
const STATUSES_MAX_LENGTH = 200
const unknownStatus = `Os status são: ${Object.values(CampaignStatus).join(', ')}.`

export const CampaignsQuery = CursorPage.extend({
  /** Only those scheduled, running or paused: however long the history, they are few. */
  abertas: flag.optional(),
  /** Only those of these statuses, with commas between: `Agendada,Em Andamento`. */
  status: z
    .string()
    .max(STATUSES_MAX_LENGTH)
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(z.enum(CampaignStatus, unknownStatus)))
    .optional(),
})

/** Only those that are pinned. */
export const PersonNotesQuery = z.object({ fixadas: flag.optional() })

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
