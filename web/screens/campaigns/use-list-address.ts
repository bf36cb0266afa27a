import { useMemo } from 'react'
import { consoleRoutes } from '#contract/console-routes.ts'
import { useSearchAddress } from '../../parts/search-address.ts'
import { entryState, goBack } from '../../ui/back-trap.ts'
import { type CampaignFilter, statusChoices } from './campaign-filter.ts'
import { orderChoices } from './campaign-order.ts'

/** Marks an entry of the history that this screen made: Back leads to the list. */
const OPENED_HERE = 'detalhes'

/** What the list shows, kept in the page's address. */
export function useListAddress() {
  const address = useSearchAddress<'status' | 'ordem' | 'detalhes'>()
  const { parameters, search, setSearch, set, setOnly, withThese } = address
  const status =
    statusChoices.find((choice) => choice.status === parameters.get('status'))?.status ?? null
  const order =
    orderChoices.find((choice) => choice.order === parameters.get('ordem'))?.order ??
    orderChoices[0].order

  return useMemo(() => {
    const filter: CampaignFilter = { search, status }
    return {
      filter,
      order,
      setSearch,
      setStatus: (next: string) => set({ status: next }),
      setOrder: (next: string) => set({ ordem: next === orderChoices[0].order ? '' : next }),
      clearFilter: () => set({ busca: '', status: '' }),
      /** The campaign whose details are open. */
      detailsId: parameters.get('detalhes'),
      detailsLink: (id: string) => ({
        href: `${consoleRoutes.campaigns}?${withThese({ detalhes: id })}`,
        state: OPENED_HERE,
      }),
      closeDetails: () => {
        if (entryState() === OPENED_HERE) goBack()
        else setOnly({ detalhes: '' })
      },
    }
  }, [search, status, order, parameters, setSearch, set, setOnly, withThese])
}

export type ListAddress = ReturnType<typeof useListAddress>
