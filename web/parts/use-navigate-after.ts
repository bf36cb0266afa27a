import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'

/**
 * Leads to an address once some work is done. Whoever has gone elsewhere meanwhile stays there: only
 * a screen that still stands takes them along.
 */
export function useNavigateAfter(): (to: string) => void {
  const [wanted, setWanted] = useState<{ readonly to: string } | null>(null)
  const [, navigate] = useLocation()
  useEffect(() => {
    if (wanted) navigate(wanted.to)
  }, [wanted, navigate])
  return (to) => setWanted({ to })
}
