import { useSyncExternalStore } from 'react'
import { getSession, onSessionChange, type Session } from './session.ts'

/** The session as it is now; the component follows its changes. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, getSession)
}
