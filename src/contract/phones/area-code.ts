import { z } from 'zod'
import { areaCodes } from './brazil.ts'

/** Area code of the phones that have none of their own. */
export const AreaCode = z
  .string()
  .refine((code) => areaCodes.has(code), 'Informe um DDD que existe, como 61.')
