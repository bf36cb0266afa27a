import type { User } from '../support/daemon/user.ts'

/** The console's entries in the browser's storage for a signed-in user, by name. */
export async function storedSession({
  url,
  email,
  password,
}: Pick<User, 'url' | 'email' | 'password'>): Promise<Readonly<Record<string, string>>> {
  const answer = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const session: { token: string; user: unknown } = await answer.json()
  return { token: session.token, user: JSON.stringify(session.user) }
}
