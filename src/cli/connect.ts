import { type Access, chooseUrl, findAccess, loginCommand } from './account/session.ts'
import { type Client, createClient } from './client.ts'
import type { Context } from './run.ts'

/** A client that acts as the signed-in user. */
export async function connectSignedIn(context: Context): Promise<Client> {
  return connectWith(context, await findAccess(context.environment))
}

/** A client for a credential that has been found already. */
export function connectWith({ environment, signal }: Context, access: Access): Client {
  const { url, credential } = access
  return createClient({ url, credential, signal, refusal: refusalOf(access, environment) })
}

/** What a server's refusal of the credential means: only a session ends by itself. */
function refusalOf({ url, kind, source }: Access, environment: NodeJS.ProcessEnv): string {
  if (source === 'environment') {
    return `A API Key em DISPARO_APIKEY não vale em ${url}: foi trocada, ou é de outro servidor.\nA de agora está em Configurações, no console. Sem a variável vale a sessão de: disparo login`
  }
  return kind === 'apikey'
    ? `A API Key guardada não vale mais em ${url}. Guarde a de agora com: ${loginCommand(environment)} --apikey-stdin`
    : `Sua sessão em ${url} terminou. Entre de novo com: ${loginCommand(environment)}`
}

/** A client for the calls that come before a sign-in. */
export async function connectAsGuest(context: Context, url: string | undefined): Promise<Client> {
  return createClient({
    url: await chooseUrl(context.environment, url),
    credential: null,
    signal: context.signal,
  })
}
