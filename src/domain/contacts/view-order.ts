import { toContactWire } from '../../contract/contacts/contact-list.ts'
import {
  createKeyOrder,
  createRowFilter,
  createRowRank,
  foldRow,
  type ListView,
  SEARCH_RANKS,
  type SortKey,
  sortKeyOf,
  wholeView,
} from '../../contract/contacts/list-view.ts'
import { formatCount } from '../../contract/display.ts'
import { AppError } from '../../contract/errors.ts'
import type { StoredContact } from './contact-list-store.ts'
import { contactSearch } from './contact-search.ts'
import { type Rest, sortInPieces } from './sort-in-pieces.ts'

/** Rows of one view whose places are kept; further rows can only be reached by a narrower view. */
const ORDERED_ROWS_MAX = 1_000_000
/** Rows that a view may sort: their keys are in memory meanwhile. */
const SORTED_ROWS_MAX = 250_000

/** What a store needs to keep the orders of views in memory, in bounds. */
export const viewOrderLimits = {
  /** Rows whose places are kept, of all views: about 60 MB. */
  placesInMemory: 3_000_000,
  /** What even an empty view counts as: its name holds all that is searched and filtered. */
  leastPlaces: 500,
} as const

/**
 * Finds the rows of a view among those of a list, and puts them in its order. It is done here for
 * every store, by the rules that the console has: no database compares texts as they do.
 */
export function createViewOrder({ search, sorting, filter }: ListView) {
  const rankOf = contactSearch(search) && createRowRank(search)
  const isMet = filter ? createRowFilter(filter) : () => true
  const keys: SortKey[] = []
  const ranks: number[][] = Array.from({ length: rankOf ? SEARCH_RANKS : 1 }, () => [])
  let foundCount = 0
  let takenCount = 0

  return { take, order, foundCount: () => foundCount }

  /**
   * Judges the next row of the list; returns whether its place is to be kept.
   * @throws AppError `invalid` where too many rows are to be sorted
   */
  function take(contact: StoredContact): boolean {
    const row = toContactWire(contact)
    if (!isMet(row)) return false
    const rank = rankOf ? rankOf(row, foldRow(row)) : 0
    if (rank === null) return false
    foundCount += 1
    if (sorting && foundCount > SORTED_ROWS_MAX) throw tooManyToSort()
    if (foundCount > ORDERED_ROWS_MAX) return false
    ranks[rank]?.push(takenCount)
    if (sorting) keys.push(sortKeyOf(row, sorting.column))
    takenCount += 1
    return true
  }

  /** The rows that were taken, by their number, in the order of the view. */
  async function order(rest: Rest): Promise<readonly number[]> {
    const all: number[] = []
    const byKey = sorting && createKeyOrder(sorting)
    for (const rows of ranks) {
      const sorted = byKey
        ? await sortInPieces(rows, (a, b) => byKey(keys[a] ?? none, keys[b] ?? none), rest)
        : rows
      for (const row of sorted) all.push(row)
    }
    return all
  }
}

const none: SortKey = { text: '', number: Number.NaN }

/** Whether a view shows a list as it is. */
export function isWhole(view: ListView): boolean {
  return JSON.stringify(view) === JSON.stringify(wholeView)
}

function tooManyToSort(): AppError {
  const message = `São postos em ordem até ${formatCount(SORTED_ROWS_MAX)} contatos; busque ou filtre antes.`
  return new AppError('invalid', 'too many rows to sort', { details: [{ path: 'ordem', message }] })
}
