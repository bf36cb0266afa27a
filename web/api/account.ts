import { LoginBody, type RegisterBody, SessionJson } from '#contract/account.ts'
import { accountApi } from '#contract/api/account-api.ts'
import { toFieldErrors } from '#contract/error-json.ts'
import { startSession } from '../session/session.ts'
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

/** What is missing in a filled-in sign-in, or its body. */
export function readLogin(form: FormData) {
  const { success, data, error } = LoginBody.safeParse(Object.fromEntries(form))
  return success ? { body: data, refused: [] } : { refused: toFieldErrors(error) }
}

function enter({ user, token }: ReturnType<typeof LooseSession.parse>): void {
  if (user && token) startSession({ user, token })
}
