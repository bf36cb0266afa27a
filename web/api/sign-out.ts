import { firstPaths } from '#contract/api/first-paths.ts'
import { basePath } from '../page-facts.ts'
import { report } from '../report.ts'
import { endSession, getSession } from '../session/session.ts'

/** Ends the session at once; the server is notified, but signing out never waits for it. */
export function signOut(): void {
  const token = getSession()?.token
  endSession('left')
  if (token === undefined) return
  endOnServer(token).catch((error: unknown) => {
    report('Falha ao encerrar a sessão no servidor.', error)
  })
}

/** Sent before anything else has to come: the page may be closed at once. */
async function endOnServer(token: string): Promise<void> {
  const { ok, status } = await fetch(`${basePath}${firstPaths.logout}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    credentials: 'include',
    keepalive: true,
  })
  if (!ok) throw new Error(`the server answered ${status}`)
}
