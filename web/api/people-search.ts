import { useEffect, useState } from 'react'
import { peopleSearchApi } from '#contract/api/people-search-api.ts'
import type { PersonMatch } from '#contract/people/person-match.ts'
import { readPage } from './calls/client.ts'

/** People that one call finds at most. */
const FOUND_AT_ONCE = 8

type Search = {
  readonly q: string
  readonly people: readonly PersonMatch[]
  /** Where to look further; null at the end of all lists. */
  readonly next: string | null
  readonly isOver: boolean
  readonly error: unknown
}

type Wanted = { readonly q: string; readonly cursor: string | null }

const nothing: Search = { q: '', people: [], next: null, isOver: true, error: null }

/**
 * Finds people in all contact lists. Each call looks at a part of them: `more` goes on behind it. A
 * search that is no longer wanted is aborted.
 */
export function usePeopleSearch(q: string): Search & { readonly more: () => void } {
  const [search, setSearch] = useState(nothing)
  const [wanted, setWanted] = useState<Wanted>({ q, cursor: null })
  // Other letters, and these again after them, are searched from the beginning.
  if (wanted.q !== q) setWanted({ q, cursor: null })
  useEffect(() => {
    const { q, cursor } = wanted
    if (q === '') return
    const controller = new AbortController()
    const { signal } = controller
    const isSame = (last: Search) => last.q === q && cursor !== null
    setSearch((last) => ({ ...(isSame(last) ? last : nothing), q, isOver: false, error: null }))
    const options = { cursor, signal }
    readPage(peopleSearchApi.searchPeople, { query: { q, limit: FOUND_AT_ONCE } }, options).then(
      ({ answer, next }) => {
        if (signal.aborted) return
        setSearch((last) => {
          const known = new Set(last.people.map(({ phone }) => phone))
          const people = [...last.people, ...answer.filter(({ phone }) => !known.has(phone))]
          return { q, people, next, isOver: true, error: null }
        })
      },
      (error: unknown) => {
        if (!signal.aborted) setSearch((last) => ({ ...last, isOver: true, error }))
      },
    )
    return () => controller.abort()
  }, [wanted])
  const current = q === '' ? nothing : search.q === q ? search : { ...nothing, q, isOver: false }
  return { ...current, more: () => setWanted({ q, cursor: current.next }) }
}
