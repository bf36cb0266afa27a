import { useMemo } from 'react'
import { useSearch } from 'wouter'
import type { ListOrder } from '#contract/api/query.ts'
import { consoleRoutes } from '#contract/console-routes.ts'
import { useSearchAddress } from '../../../parts/search-address.ts'
import { entryState } from '../../../ui/back-trap.ts'
import { orderChoices } from './list-orders.ts'

const FIRST_ORDER: ListOrder = 'novas'
const LISTS_FOUND = `${consoleRoutes.contacts}?`

/** Which lists the screen shows, and in which order, kept in the page's address. */
export function useListsAddress() {
  const { parameters, search, setSearch, set } = useSearchAddress<'ordem'>()
  const order =
    orderChoices.find((choice) => choice.order === parameters.get('ordem'))?.order ?? FIRST_ORDER
  return useMemo(
    () => ({
      search,
      order,
      setSearch,
      setOrder: (next: ListOrder) => set({ ordem: next === FIRST_ORDER ? '' : next }),
      clearSearch: () => set({ busca: '' }),
    }),
    [search, order, setSearch, set],
  )
}

/** The lists among which a list was found, handed to its page by the link that leads to it. */
export function useListsFound(): string {
  return `${LISTS_FOUND}${useSearch()}`
}

/** The way back from a list: to those among which it was found. */
export function listsFoundBefore(): string {
  const state = entryState()
  const isFound = typeof state === 'string' && state.startsWith(LISTS_FOUND)
  return isFound && state !== LISTS_FOUND ? state : consoleRoutes.contacts
}
