import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import { entryState, goBack } from '../../ui/back-trap.ts'
import { type CampaignFilter, statusChoices } from './campaign-filter.ts'
import { orderChoices } from './campaign-order.ts'

/** Browsers refuse a page that rewrites its address at every key of a fast typist. */
const WRITE_DELAY_MS = 300

/** Marks an entry of the history that this screen made: Back leads to the list. */
const OPENED_HERE = 'detalhes'

type Parameters = {
  readonly busca: string
  readonly status: string
  readonly ordem: string
  readonly detalhes: string
}

/** What the list shows, kept in the page's address: it survives a reload and can be passed on. */
export function useListAddress() {
  const [parameters, setParameters] = useSearchParams()
  const [typed, setTyped] = useState<string | null>(null)
  const search = typed ?? parameters.get('busca') ?? ''
  const status =
    statusChoices.find((choice) => choice.status === parameters.get('status'))?.status ?? null
  const order =
    orderChoices.find((choice) => choice.order === parameters.get('ordem'))?.order ??
    orderChoices[0].order

  const write = useCallback(
    (changes: Partial<Parameters>) => {
      const state: unknown = history.state
      setParameters((last) => withChanges(last, changes), { replace: true, state })
    },
    [setParameters],
  )
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => {
      write({ busca: typed })
      setTyped(null)
    }, WRITE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed, write])

  return useMemo(() => {
    const filter: CampaignFilter = { search, status }
    return {
      filter,
      order,
      setSearch: setTyped,
      // Saves the text being typed too: leaving or reloading at once keeps both.
      setStatus: (next: string) => {
        write({ busca: search, status: next })
        setTyped(null)
      },
      setOrder: (next: string) => {
        write({ busca: search, ordem: next === orderChoices[0].order ? '' : next })
        setTyped(null)
      },
      clearFilter: () => {
        setTyped(null)
        write({ busca: '', status: '' })
      },
      /** The campaign whose details are open. */
      detailsId: parameters.get('detalhes'),
      detailsLink: (id: string) => ({
        href: `${consoleRoutes.campaigns}?${withChanges(parameters, { busca: search, detalhes: id })}`,
        state: OPENED_HERE,
      }),
      closeDetails: () => {
        if (entryState() === OPENED_HERE) goBack()
        else write({ detalhes: '' })
      },
    }
  }, [search, status, order, parameters, write])
}

export type ListAddress = ReturnType<typeof useListAddress>

/** The parameters with some of them set; an empty one is left out. */
function withChanges(parameters: URLSearchParams, changes: Partial<Parameters>): URLSearchParams {
  const changed = new URLSearchParams(parameters)
  for (const [name, value] of Object.entries(changes)) {
    if (value) changed.set(name, value)
    else changed.delete(name)
  }
  return changed
}
