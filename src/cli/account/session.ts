import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { withoutTrailing } from '../../contract/trailing.ts'
import { configFolder, makeFolder } from '../folders.ts'
import { CommandError, ExitCode, notSignedIn, systemCode, wrongUsage } from '../terminal/outcome.ts'

/** Address of the daemon where none was given. */
const DEFAULT_URL = 'http://127.0.0.1:3000'

const Session = z.object({
  url: z.string(),
  /** Token of a session, or an API Key. */
  token: z.string(),
  kind: z.enum(['session', 'apikey']).default('session'),
  user: z.object({ name: z.string(), email: z.string() }),
})
export type Session = z.infer<typeof Session>

/** A daemon and the credential for it. */
export type Access = {
  readonly url: string
  readonly credential: string
  readonly kind: Session['kind']
  readonly source: 'file' | 'environment'
}

/** The profile in use; null: the one without a name. */
export function profileOf({ DISPARO_PROFILE: name }: NodeJS.ProcessEnv): string | null {
  if (!name) return null
  if (/^[\w-][\w.-]{0,39}$/.test(name)) return name
  throw wrongUsage(
    `Nome de perfil inválido: "${name}". Use até 40 letras sem acento, números, ponto, hífen e sublinhado.`,
  )
}

export function sessionPath(environment: NodeJS.ProcessEnv): string {
  const profile = profileOf(environment)
  return profile === null
    ? join(configFolder(environment), 'disparo', 'session.json')
    : join(profilesFolder(environment), `${profile}.json`)
}

function profilesFolder(environment: NodeJS.ProcessEnv): string {
  return join(configFolder(environment), 'disparo', 'profiles')
}

/** Names of the profiles that are kept, in order. */
export async function listProfiles(environment: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const names = await readdir(profilesFolder(environment)).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  })
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort()
}

/** How a sign-in to the profile in use is written. */
export function loginCommand(environment: NodeJS.ProcessEnv): string {
  const profile = profileOf(environment)
  return profile === null ? 'disparo login' : `disparo login --profile ${profile}`
}

export async function findSession(environment: NodeJS.ProcessEnv): Promise<Session | undefined> {
  const path = sessionPath(environment)
  const text = await readFile(path, 'utf8').catch((error) => {
    if (systemCode(error) === 'ENOENT') return undefined
    throw new CommandError(`Não foi possível ler a sessão em ${path} (${systemCode(error)}).`)
  })
  if (text === undefined) return undefined
  const parsed = Session.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw notSignedIn(
    `A sessão em ${path} está danificada. Entre de novo com: ${loginCommand(environment)}`,
  )
}

/** Writes the session so that only its owner can read it, and never half of it. */
export async function saveSession(environment: NodeJS.ProcessEnv, session: Session): Promise<void> {
  await makeSessionFolder(environment)
  const path = sessionPath(environment)
  const draft = `${path}.${process.pid}`
  try {
    await writeFile(draft, `${JSON.stringify(session, null, 2)}\n`, { mode: 0o600 })
    await rename(draft, path)
  } catch (error) {
    throw notSaved(path, error)
  }
}

/** Makes the session's folder; called before the sign-in, so that its session can be saved. */
export async function makeSessionFolder(environment: NodeJS.ProcessEnv): Promise<void> {
  const path = sessionPath(environment)
  await makeFolder(dirname(path), 0o700).catch((error) => {
    throw notSaved(path, error)
  })
}

function notSaved(path: string, error: unknown): CommandError {
  return new CommandError(`Não foi possível gravar a sessão em ${path} (${systemCode(error)}).`)
}

export async function removeSession(environment: NodeJS.ProcessEnv): Promise<void> {
  await rm(sessionPath(environment), { force: true })
}

/** The daemon to call before a sign-in. */
export async function chooseUrl(
  environment: NodeJS.ProcessEnv,
  flag: string | undefined,
): Promise<string> {
  if (flag !== undefined) return checkUrl(flag, '--url')
  // A damaged session must not prevent a new sign-in.
  const session = await findSession(environment).catch((error) => {
    if (error instanceof CommandError && error.exitCode !== ExitCode.usage) return undefined
    throw error
  })
  if (session && profileOf(environment) !== null) return session.url
  if (environment.DISPARO_URL) return checkUrl(environment.DISPARO_URL, 'DISPARO_URL')
  return session?.url ?? DEFAULT_URL
}

/**
 * Finds the daemon and the credential. `DISPARO_URL` and `DISPARO_APIKEY` win over the session; a
 * session's token is only ever sent to the daemon that made it. A profile is a daemon and its
 * credential together, so `DISPARO_URL` says nothing about it.
 * @throws CommandError with exit code 3 when there is no credential
 */
export async function findAccess(environment: NodeJS.ProcessEnv): Promise<Access> {
  const apiKey = environment.DISPARO_APIKEY
  if (apiKey) {
    // The variables belong together: their key is not for the server of a profile.
    const url = environment.DISPARO_URL
      ? checkUrl(environment.DISPARO_URL, 'DISPARO_URL')
      : await chooseUrl(environment, undefined)
    return { url, credential: apiKey, kind: 'apikey', source: 'environment' }
  }
  const session = await findSession(environment)
  const profile = profileOf(environment)
  if (!session) throw noSession(profile, await listProfiles(environment))
  const url =
    environment.DISPARO_URL && profile === null
      ? checkUrl(environment.DISPARO_URL, 'DISPARO_URL')
      : session.url
  if (url !== session.url) {
    throw notSignedIn(
      `Sua sessão é de ${session.url}, mas DISPARO_URL aponta para ${url}.\n` +
        `Entre com: disparo login --url ${url}`,
    )
  }
  return { url, credential: session.token, kind: session.kind, source: 'file' }
}

function noSession(profile: string | null, others: readonly string[]): CommandError {
  if (profile !== null) {
    return notSignedIn(
      `Você não está conectado no perfil "${profile}". Entre com: disparo login --profile ${profile}`,
    )
  }
  const choice =
    others.length > 0 ? `\nOu escolha um perfil com --profile: ${others.join(', ')}.` : ''
  return notSignedIn(`Você não está conectado. Entre com: disparo login${choice}`)
}

function checkUrl(text: string, source: string): string {
  const parsed = z.url({ protocol: /^https?$/ }).safeParse(text.trim())
  if (parsed.success) return withoutTrailing(parsed.data, '/')
  throw new CommandError(
    `Endereço inválido em ${source}: "${text}". Use por exemplo ${DEFAULT_URL}.`,
    { exitCode: 2, code: 'usage' },
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
