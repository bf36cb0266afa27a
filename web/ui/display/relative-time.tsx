import { useEffect, useState } from 'react'
import { formatDateTime, formatRelative } from '../../format.ts'

const REFRESH_MS = 30_000

/** `há 3 min`, with the full date on hover. */
export function RelativeTime({ iso }: { readonly iso: string }) {
  // A new moment is seen from now: by the last tick it would be yet to come.
  return <Since key={iso} iso={iso} />
}

function Since({ iso }: { readonly iso: string }) {
  const now = useNow(REFRESH_MS)
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {formatRelative(iso, now)}
    </time>
  )
}

/** The time in epoch milliseconds, as of the last interval. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return now
}
