import { chooseUrl, findAccess } from './account/session.ts'
import { type Client, createClient } from './client.ts'
import type { Context } from './run.ts'

/** A client that acts as the signed-in user. */
export async function connectSignedIn(context: Context): Promise<Client> {
  const access = await findAccess(context.environment)
  return createClient({ ...access, signal: context.signal })
}

/** A client for the calls that come before a sign-in. */
export async function connectAsGuest(context: Context, url: string | undefined): Promise<Client> {
  return createClient({
    url: await chooseUrl(context.environment, url),
    credential: null,
    signal: context.signal,
  })
}
