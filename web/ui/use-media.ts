import { useSyncExternalStore } from 'react'

/** Where there is room for one column alone, as in the styles. */
const NARROW = '(max-width: 640px)'

export function useIsNarrow(): boolean {
  return useMedia(NARROW)
}

/** Whether a media query holds, also when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const media = matchMedia(query)
      media.addEventListener('change', notify)
      return () => media.removeEventListener('change', notify)
    },
    () => matchMedia(query).matches,
  )
}
