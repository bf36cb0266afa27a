import { report } from '../report.ts'
import { endSession, getSession } from '../session/session.ts'

/** Ends the session at once; the server is notified, but signing out never waits for it. */
export function signOut(): void {
  const token = getSession()?.token
  endSession('left')
  if (token === undefined) return
  import('./account.ts')
    .then(({ endOnServer }) => endOnServer(token))
    .catch((error: unknown) => report('Falha ao encerrar a sessão no servidor.', error))
}
