import { z } from 'zod'
import { ListName } from '../contacts/list-name.ts'
import { AreaCode } from '../phones/area-code.ts'

export const ImportForm = z.object({
  name: ListName.optional(),
  list: z.string().max(100).optional(),
  ddd: AreaCode.optional(),
  on_duplicate: z.enum(['keep', 'update'], 'Use keep ou update.').optional(),
  /** Whether the first line names the columns; left out: it does. */
  header: z.enum(['true', 'false'], 'Use true ou false.').optional(),
  /** JSON text: the columns, from 0, that hold the name and the phone; left out: found by header and rows. */
  columns: z.string().max(10_000).optional(),
})

/** How the file is read; nothing is stored. */
export const RefusedRowsForm = ImportForm.pick({ ddd: true, header: true, columns: true })
