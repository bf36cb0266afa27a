import { z } from 'zod'
import { FilterOp } from '../campaigns/filter-op.ts'
import { NAME_MAX_LENGTH } from '../limits.ts'
import { CHOSEN_ROWS_MAX, ListRowsJson } from './list-rows.ts'
import { columnKey, columnOf, type ListView } from './list-view.ts'

/** Rows that one call of a view answers at most. */
export const VIEW_ROWS_MAX = 500

const UNKNOWN_COLUMN = 'A coluna é "name", "phone" ou "campo:" com o seu título.'
const Key = z
  .string()
  .max(1_000, 'O nome da coluna é longo demais.')
  .refine((key) => columnOf(key) !== undefined, UNKNOWN_COLUMN)
const Descending = z
  .string()
  .max(1_000, 'O nome da coluna é longo demais.')
  .refine((key) => columnOf(key.replace(/^-/, '')) !== undefined, UNKNOWN_COLUMN)

/** Which rows, and in which order, as an address has it. */
export const viewQuery = {
  /** Searched in all columns; what matches best comes first. */
  q: z.string().max(NAME_MAX_LENGTH).optional(),
  /** A column to sort by; with `-` before it, from the last to the first. */
  ordem: Descending.optional(),
  /** A filter: its column, how it compares, and with what. */
  coluna: Key.optional(),
  op: z
    .enum(FilterOp, 'O filtro é "igual", "diferente", "contem", "vazio" ou "preenchido".')
    .optional(),
  valor: z.string().max(1_000, 'O valor do filtro é longo demais.').optional(),
}
const ViewQuery = z.object(viewQuery)
type ViewQuery = z.infer<typeof ViewQuery>

export function toViewQuery({ search, sorting, filter }: ListView): ViewQuery {
  const q = search.trim().slice(0, NAME_MAX_LENGTH)
  return {
    ...(q !== '' && { q }),
    ...(sorting && { ordem: `${sorting.isDescending ? '-' : ''}${columnKey(sorting.column)}` }),
    ...(filter && {
      ...{ coluna: columnKey(filter.column), op: filter.op, valor: filter.value.slice(0, 1_000) },
    }),
  }
}

/** A filter without its column filters nothing; one without a comparison finds what it contains. */
export function fromViewQuery({ q = '', ordem, coluna, op, valor = '' }: ViewQuery): ListView {
  const sorted = columnOf(ordem?.replace(/^-/, '') ?? '')
  const filtered = columnOf(coluna ?? '')
  return {
    search: q.trim(),
    sorting: sorted ? { column: sorted, isDescending: ordem?.startsWith('-') ?? false } : null,
    filter: filtered ? { column: filtered, op: op ?? FilterOp.contains, value: valor } : null,
  }
}

/** Rows of a view, from a place in it on. */
export const ViewRowsJson = ListRowsJson.extend({
  /** Changes with the list: rows of two versions do not belong together. */
  versao: z.string(),
  /** How many rows the view has. */
  achados: z.int().min(0),
})

/** The phones of a view's rows, in its order; no more than one call takes to change rows. */
export const ViewPhonesJson = z.object({
  versao: z.string(),
  achados: z.int().min(0),
  telefones: z.array(z.string()).max(CHOSEN_ROWS_MAX),
})
