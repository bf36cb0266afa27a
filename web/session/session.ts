import { z } from 'zod'
import { type User, UserJson } from '#contract/account.ts'
import { messages } from '../messages.ts'
import { report } from '../report.ts'

/** Who is signed in, and the token that proves it. */
export type Session = { readonly user: User; readonly token: string }

const TOKEN_KEY = 'token'
const USER_KEY = 'user'

/** Whether the user left, or the server no longer knew them. */
export type SessionEnd = 'left' | 'expired'

let current: Session | null = null
let lastEnd: SessionEnd | null = null
const listeners = new Set<() => void>()

export function getSession(): Session | null {
  return current
}

/** How the last session on this page ended; null while nobody's has. */
export function getSessionEnd(): SessionEnd | null {
  return lastEnd
}

/** Calls back at every sign-in and sign-out; answers how to stop that. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads the stored session; a broken one is cleared and told at the console. */
export function restoreSession(): void {
  try {
    const token = localStorage.getItem(TOKEN_KEY)
    const user = localStorage.getItem(USER_KEY)
    if (!token || !user) return
    current = { token, user: z.decode(UserJson, JSON.parse(user)) }
  } catch (error) {
    report(messages.session.restoreFailed, error)
    clear()
  }
}

export function startSession(session: Session): void {
  current = session
  lastEnd = null
  localStorage.setItem(TOKEN_KEY, session.token)
  localStorage.setItem(USER_KEY, JSON.stringify(z.encode(UserJson, session.user)))
  tell()
}

/** Forgets the user on this browser; the server is not asked. */
export function endSession(end: SessionEnd): void {
  if (!current) return
  lastEnd = end
  clear()
  tell()
}

/** Follows a sign-in or sign-out in another tab. */
export function watchOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key !== null && key !== TOKEN_KEY && key !== USER_KEY) return
    current = null
    restoreSession()
    tell()
  })
}

function clear(): void {
  current = null
  localStorage.removeItem(TOKEN_KEY)
  localStorage.removeItem(USER_KEY)
}

function tell(): void {
  for (const listener of listeners) listener()
}
