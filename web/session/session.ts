import type { User } from '#contract/account.ts'
import { TOKEN_KEY } from '#contract/stored-session.ts'
import { readUserWire, userFromWire, userToWire } from '#contract/user-wire.ts'
import { messages } from '../messages.ts'
import { ownStorage } from '../own-storage.ts'
import { report } from '../report.ts'
import { createStore, useStore } from '../store.ts'

/** Who is signed in, and the token that proves it. */
export type Session = { readonly user: User; readonly token: string }

const USER_KEY = 'user'

/** Whether the user left, or the server no longer knew them. */
export type SessionEnd = 'left' | 'expired'

type State = {
  readonly session: Session | null
  /** How the last one on this page ended; null while nobody's has. */
  readonly end: SessionEnd | null
}

const store = createStore<State>({ session: null, end: null })

/** Calls back at every sign-in and sign-out; returns how to stop that. */
export const onSessionChange = store.subscribe

export function getSession(): Session | null {
  return store.get().session
}

/** The session as it is now; the component follows its changes. */
export function useSession(): Session | null {
  return useStore(store, ({ session }) => session)
}

/** How the last session on this page ended; null while nobody's has. */
export function getSessionEnd(): SessionEnd | null {
  return store.get().end
}

/** Takes up the stored session. */
export function restoreSession(): void {
  store.set({ ...store.get(), session: readStored() })
}

/** Reads the stored session; a broken one is cleared and logged in the console. */
function readStored(): Session | null {
  const token = ownStorage.read(TOKEN_KEY)
  const user = ownStorage.read(USER_KEY)
  try {
    return token && user ? { token, user: userFromWire(readUserWire(JSON.parse(user))) } : null
  } catch (error) {
    report(messages.session.restoreFailed, error)
    clearStored()
    return null
  }
}

export function startSession(session: Session): void {
  ownStorage.keep(TOKEN_KEY, session.token)
  ownStorage.keep(USER_KEY, JSON.stringify(userToWire(session.user)))
  store.set({ session, end: null })
}

/** Ends the session in this browser, without a call to the server. */
export function endSession(end: SessionEnd): void {
  if (!getSession()) return
  clearStored()
  store.set({ session: null, end })
}

/** Follows a sign-in or sign-out in another tab. */
export function watchOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === TOKEN_KEY || key === USER_KEY) restoreSession()
  })
}

function clearStored(): void {
  ownStorage.forget(TOKEN_KEY)
  ownStorage.forget(USER_KEY)
}
