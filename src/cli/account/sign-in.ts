import type { z } from 'zod'
import type { LoginBody, RegisterBody, SessionJson } from '../../contract/account.ts'
import { accountApi } from '../../contract/api/account-api.ts'
import { PASSWORD_MIN_LENGTH } from '../../contract/limits.ts'
import { type Client, createClient } from '../client.ts'
import { connectAsGuest } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { ExitCode, wrongUsage } from '../terminal/outcome.ts'
import { askPassword, askText, readSecretLine } from '../terminal/prompt.ts'
import { warnOfVariable } from './key-in-use.ts'
import { makeSessionFolder, type Session, saveSession, sessionPath } from './session.ts'

export type LoginOptions = CommonOptions & {
  readonly url?: string
  readonly email?: string
  readonly passwordStdin?: boolean
  readonly apikeyStdin?: boolean
}
export type SignupOptions = LoginOptions & { readonly name?: string }

const optionNames = { name: '--name', email: '--email', password: '--password-stdin' }

export async function login(context: Context, options: LoginOptions): Promise<ExitCode> {
  if (options.apikeyStdin) return await loginWithKey(context, options)
  const client = await connectAsGuest(context, options.url)
  const body: LoginBody = {
    email: options.email ?? (await askText(context, { message: 'E-mail:', flag: '--email' })),
    password: await readPassword(context, options),
  }
  await makeSessionFolder(context.environment)
  const session = await namingOptions(optionNames, () => client.call(accountApi.login, { body }))
  return await keep(context, client, { session, kind: 'session', greeting: 'Você entrou' })
}

/** Keeps an API Key: for programs, which have no password to type. */
async function loginWithKey(
  context: Context,
  { url, email, passwordStdin }: LoginOptions,
): Promise<ExitCode> {
  if (email !== undefined || passwordStdin) {
    throw wrongUsage('Com --apikey-stdin não há e-mail nem senha.')
  }
  const key = await readSecretLine()
  if (key === '') throw wrongUsage('A API Key não chegou pela entrada padrão.')
  const guest = await connectAsGuest(context, url)
  const client = createClient({
    url: guest.url,
    credential: key,
    signal: context.signal,
    refusal: `${guest.url} não conhece esta API Key. A de agora está em Configurações, no console.`,
  })
  const { user } = await client.call(accountApi.me, {})
  const session = { user, token: key }
  return await keep(context, client, { session, kind: 'apikey', greeting: 'API Key guardada' })
}

export async function signup(context: Context, options: SignupOptions): Promise<ExitCode> {
  const client = await connectAsGuest(context, options.url)
  const body: RegisterBody = {
    name: options.name ?? (await askText(context, { message: 'Nome completo:', flag: '--name' })),
    email: options.email ?? (await askText(context, { message: 'E-mail:', flag: '--email' })),
    password: await chooseNewPassword(context, options),
  }
  await makeSessionFolder(context.environment)
  const session = await namingOptions(optionNames, () => client.call(accountApi.register, { body }))
  const greeting = 'Conta criada. Você entrou'
  return await keep(context, client, { session, kind: 'session', greeting })
}

/** A password that is typed twice, or read from stdin. */
export async function chooseNewPassword(
  context: Context,
  options: Pick<LoginOptions, 'passwordStdin'>,
): Promise<string> {
  if (options.passwordStdin) return await readPassword(context, options)
  const password = await askPassword(context, {
    message: 'Senha:',
    flag: '--password-stdin',
    refuse: (text) =>
      text.length < PASSWORD_MIN_LENGTH
        ? `A senha precisa de pelo menos ${PASSWORD_MIN_LENGTH} caracteres.`
        : undefined,
  })
  await askPassword(context, {
    message: 'Repita a senha:',
    flag: '--password-stdin',
    refuse: (text) => (text === password ? undefined : 'As senhas não coincidem.'),
  })
  return password
}

/** A password that is known already, typed or read from stdin. */
export async function readPassword(
  context: Context,
  { passwordStdin }: Pick<LoginOptions, 'passwordStdin'>,
): Promise<string> {
  if (!passwordStdin) {
    return await askPassword(context, { message: 'Senha:', flag: '--password-stdin' })
  }
  const password = await readSecretLine()
  if (password === '') throw wrongUsage('A senha não chegou pela entrada padrão.')
  return password
}

async function keep(
  context: Context,
  client: Client,
  {
    session,
    kind,
    greeting,
  }: {
    readonly session: z.output<typeof SessionJson>
    readonly kind: Session['kind']
    readonly greeting: string
  },
): Promise<ExitCode> {
  const { id, name, email } = session.user
  await saveSession(context.environment, {
    url: client.url,
    token: session.token,
    kind,
    user: { name, email },
  })
  context.terminal.answer({ url: client.url, user: { id, name, email } }, () =>
    [
      `${greeting} em ${client.url} como ${name} (${email}).`,
      `Sessão guardada em ${sessionPath(context.environment)}.`,
    ].join('\n'),
  )
  await warnOfVariable(context)
  return ExitCode.done
}
