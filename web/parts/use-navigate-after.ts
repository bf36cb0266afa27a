import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'

/**
 * Goes to an address once some work is done, unless the screen is gone by then: a user who went
 * elsewhere meanwhile stays there.
 */
export function useNavigateAfter(): (to: string) => void {
  const [wanted, setWanted] = useState<{ readonly to: string } | null>(null)
  const [, navigate] = useLocation()
  useEffect(() => {
    if (wanted) navigate(wanted.to)
  }, [wanted, navigate])
  return (to) => setWanted({ to })
}
