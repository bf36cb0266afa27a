import { z } from 'zod'

/** Sheet of an .xlsx, by name or by number from 1; left out: the first one. */
export const SheetName = z.string().trim().max(100, 'O nome da aba aceita até 100 caracteres.')
