import { z } from 'zod'

/** Numbers in a query string. */

const wholeNumber = z.coerce.number('Informe um número inteiro.').int('Informe um número inteiro.')

export const queryCount = (max: number) =>
  wholeNumber.min(0, 'O número não pode ser negativo.').max(max, `O máximo é ${max}.`)

/** How many of a page. */
export const pageLimit = (max: number) =>
  wholeNumber.min(1, 'O mínimo é 1.').max(max, `O máximo é ${max}.`)

/** The place in an order that a page begins at; from 0. */
export const PageStart = wholeNumber.min(0, 'O mínimo é 0.')
