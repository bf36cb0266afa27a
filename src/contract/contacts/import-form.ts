import { z } from 'zod'
import { SheetName } from '../csv/sheet-name.ts'
import { AreaCode } from '../phones/area-code.ts'
import { ListName } from './list-name.ts'

export const ImportForm = z.object({
  name: ListName.optional(),
  list: z.string().max(100).optional(),
  ddd: AreaCode.optional(),
  on_duplicate: z.enum(['keep', 'update'], 'Use keep ou update.').optional(),
  /** Whether one refused row keeps the whole file out; left out: the others are imported. */
  strict: z.enum(['true', 'false'], 'Use true ou false.').optional(),
  /** Whether the first line names the columns; left out: it does. */
  header: z.enum(['true', 'false'], 'Use true ou false.').optional(),
  sheet: SheetName.optional(),
  /** JSON text: the columns, from 0, that hold the name and the phone; left out: found by header and rows. */
  columns: z.string().max(10_000).optional(),
})

/** How the file is read, and to which list it would be added; nothing is stored. */
export const ImportCheckForm = ImportForm.omit({ name: true, on_duplicate: true, strict: true })

/** How the file is read; nothing is stored. */
export const RefusedRowsForm = ImportForm.pick({
  ddd: true,
  header: true,
  sheet: true,
  columns: true,
})
