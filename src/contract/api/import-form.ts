import { z } from 'zod'
import { ListName } from '../contacts/list-name.ts'
import { AreaCode } from '../phones/area-code.ts'

export const ImportForm = z.object({
  name: ListName.optional(),
  list: z.string().max(100).optional(),
  ddd: AreaCode.optional(),
  on_duplicate: z.enum(['keep', 'update'], 'Use keep ou update.').optional(),
  /** JSON text: the columns, from 0, that hold the name and the phone. */
  columns: z.string().max(10_000).optional(),
})
