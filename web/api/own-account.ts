import { mutate } from 'swr'
import type { PasswordBody, User } from '#contract/account.ts'
import { accountApi } from '#contract/api/account-api.ts'
import { ownAccountApi } from '#contract/api/own-account-api.ts'
import { getSession, startSession } from '../session/session.ts'
import { isGone } from './calls/call-error.ts'
import { call, keyOf } from './calls/client.ts'
import { useCall } from './calls/use-call.ts'

/** The account as the server has it: another page may have changed it since the sign-in. */
export function useAccount() {
  const { data, error, isLoading, mutate: again } = useCall(accountApi.me, {})
  return { account: data?.user, error, isLoading, retry: () => void again() }
}

export async function renameAccount(name: string): Promise<void> {
  const { user } = await call(ownAccountApi.changeProfile, { body: { name } })
  keep(user)
  await mutate(keyOf(accountApi.me, {}))
}

/** Changes the password; every other session ends with it. */
export async function changePassword(body: PasswordBody): Promise<void> {
  await call(ownAccountApi.changePassword, { body })
  await Promise.all([
    mutate(keyOf(accountApi.me, {})),
    mutate(keyOf(ownAccountApi.listSessions, {})),
  ])
}

/** Makes a new key for programs; the old one is refused from now on. */
export async function renewApiKey(): Promise<void> {
  const { apikey } = await call(ownAccountApi.renewApiKey, {})
  const user = getSession()?.user
  if (user) keep({ ...user, apiKey: apikey })
  await mutate(keyOf(accountApi.me, {}))
}

/** Where the account is open, newest first. */
export function useSessions() {
  const { data, error, isLoading, mutate: again } = useCall(ownAccountApi.listSessions, {})
  return { sessions: data, error, isLoading, retry: () => void again() }
}

/** Ends one session; one that has ended meanwhile is no failure. */
export async function endOneSession(id: string): Promise<void> {
  try {
    await call(ownAccountApi.endSession, { params: { id } })
  } catch (error) {
    if (!isGone(error)) throw error
  }
  await mutate(keyOf(ownAccountApi.listSessions, {}))
}

export async function endOtherSessions(): Promise<void> {
  await call(ownAccountApi.endOtherSessions, {})
  await mutate(keyOf(ownAccountApi.listSessions, {}))
}

/** What the frame of every screen shows of the account. */
function keep(user: User): void {
  const session = getSession()
  if (session) startSession({ ...session, user })
}
