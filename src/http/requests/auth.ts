import type { Context } from 'hono'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { Accounts } from '../../domain/accounts/accounts.ts'
import type { Caller, Credentials } from '../../domain/accounts/credentials.ts'
import type { AnyCaller } from '../bind.ts'
import type { Services } from '../services.ts'
import type { Env } from './client.ts'

/**
 * Authenticates the caller in the way its endpoint requires.
 * @throws AppError `unauthorized`, `apikey_refused`
 */
export async function callerOf(
  c: Context<Env>,
  { isPublic, dialect }: Endpoint,
  { accounts, evolution }: Pick<Services, 'accounts' | 'evolution'>,
): Promise<AnyCaller> {
  if (isPublic) return null
  return dialect ? evolution.admit(c.req.header('apikey')) : requireCaller(c, accounts)
}

/** @throws AppError `unauthorized` */
export async function requireCaller(
  c: Context<Env>,
  accounts: Pick<Accounts, 'authenticate'>,
): Promise<Caller> {
  const credentials = readCredentials(c)
  const caller = credentials && (await accounts.authenticate(credentials))
  if (!caller) throw new AppError('unauthorized', credentials?.kind ?? 'no credentials')
  return caller
}

/** A token or an apikey as Bearer, or an apikey in its own header. */
function readCredentials(c: Context<Env>): Credentials | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1]
  // A signed token has three parts; an apikey has no dots at all.
  if (bearer?.includes('.')) return { kind: 'token', token: bearer }
  const key = bearer ?? c.req.header('apikey')
  return key ? { kind: 'apikey', key } : undefined
}
