import { z } from 'zod'
import { NAME_MAX_LENGTH } from '../limits.ts'

/** Name of a contact list, as it is given by hand or with a file. */
export const ListName = z
  .string()
  .trim()
  .max(NAME_MAX_LENGTH, `O nome da lista aceita até ${NAME_MAX_LENGTH} caracteres.`)
