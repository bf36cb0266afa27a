import { type LoginBody, type RegisterBody, SessionJson } from '#contract/account.ts'
import { accountApi } from '#contract/api/account-api.ts'
import { report } from '../report.ts'
import { endSession, getSession, startSession } from '../session/session.ts'
import { call } from './calls/client.ts'

/** An answer to a sign-in without user or token stores no session, and is not an error. */
const LooseSession = SessionJson.partial()
const login = { ...accountApi.login, answers: { 200: LooseSession } } as const
const register = { ...accountApi.register, answers: { 201: LooseSession } } as const

export async function signIn(body: LoginBody): Promise<void> {
  enter(await call(login, { body }))
}

/** Creates an account and signs in. */
export async function signUp(body: RegisterBody): Promise<void> {
  enter(await call(register, { body }))
}

/** Ends the session at once; the server is notified, but signing out never waits for it. */
export function signOut(): void {
  const farewell = getSession() && call(accountApi.logout, {})
  endSession('left')
  farewell?.catch((error: unknown) => report('Falha ao encerrar a sessão no servidor.', error))
}

function enter({ user, token }: ReturnType<typeof LooseSession.parse>): void {
  if (user && token) startSession({ user, token })
}
