import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'

/** Browsers refuse a page that rewrites its address at every key of a fast typist. */
const WRITE_DELAY_MS = 300

type Changes = Readonly<Record<string, string | undefined>>
type ChangesOf<Name extends string> = Readonly<Partial<Record<Name | 'busca', string>>>

/**
 * What a list shows, kept in the page's address, which survives a reload and Back and can be passed
 * on: what is looked for (`busca`), written once its typing rests, and parameters with the names given.
 */
export function useSearchAddress<Name extends string>() {
  const [parameters, setParameters] = useSearchParams()
  const [typed, setTyped] = useState<string | null>(null)
  const search = typed ?? parameters.get('busca') ?? ''
  const write = useCallback(
    (changes: Changes) => {
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
  /** Saves the text being typed too: leaving or reloading at once keeps both. */
  const set = useCallback(
    (changes: ChangesOf<Name>) => {
      write({ busca: search, ...changes })
      setTyped(null)
    },
    [write, search],
  )
  /** The parameters as they would be with these. */
  const withThese = useCallback(
    (changes: ChangesOf<Name>) => withChanges(parameters, { busca: search, ...changes }),
    [parameters, search],
  )
  /** Leaves the text being typed alone. */
  const setOnly: (changes: ChangesOf<Name>) => void = write
  return { parameters, search, setSearch: setTyped, set, setOnly, withThese }
}

/** The parameters with some of them set; an empty one is left out. */
function withChanges(parameters: URLSearchParams, changes: Changes): URLSearchParams {
  const changed = new URLSearchParams(parameters)
  for (const [name, value] of Object.entries(changes)) {
    if (value) changed.set(name, value)
    else changed.delete(name)
  }
  return changed
}
