import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { OptOutSource } from '#contract/optouts/opt-out.ts'

export type OptOutsAddress = ReturnType<typeof useAddress>

/** Whom the list shows; the origin is in the page's address, so that it can be passed on. */
export function useAddress() {
  const [search, setSearch] = useState('')
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get('origem')
  const source = Object.values(OptOutSource).find((each) => each === asked) ?? null
  const setSource = (next: OptOutSource | null) =>
    setParameters(next === null ? {} : { origem: next }, { replace: true })
  const clear = () => {
    setSearch('')
    setSource(null)
  }
  return { search, source, setSearch, setSource, clear }
}
