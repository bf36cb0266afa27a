import type { Context } from 'hono'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { Accounts } from '../../domain/accounts/accounts.ts'
import type { Caller, Credentials } from '../../domain/accounts/credentials.ts'
import type { GatewayCaller } from '../../domain/gateways/gateway-access.ts'
import type { AnyCaller } from '../bind.ts'
import type { Services } from '../services.ts'
import { clientAddress, type Env } from './client.ts'
import { createThrottle, throttled } from './throttle.ts'

/** Authenticates a client of the Evolution-compatible API. */
export type Admit = (c: Context<Env>) => Promise<GatewayCaller>

/** Authenticates a client by a key and the address that the key came from. */
export type AdmitKey = (key: string | undefined, address: string) => Promise<GatewayCaller>

/** A longer key cannot be found by trying; an instance's owner may have chosen a shorter one. */
const GUESSED_KEY_LENGTH = 20
const WRONG_KEYS_MAX = 50
const WINDOW_MS = 15 * 60_000

/**
 * Limits how many short keys an address may try. Longer ones open at any time: a client with a wrong
 * key must not lock out the others at its address.
 */
export function limitGuesses(
  admit: (key: string | undefined) => Promise<GatewayCaller>,
  { now }: Pick<Services, 'now'>,
): AdmitKey {
  const guesses = createThrottle({ limit: WRONG_KEYS_MAX, windowMs: WINDOW_MS, now })
  return async (key, address) => {
    if (!key || key.length > GUESSED_KEY_LENGTH) return admit(key)
    return throttled({
      slots: [{ throttle: guesses, key: address }],
      counting: ['apikey_refused'],
      work: () => admit(key),
    })
  }
}

/** Finds the key of a call, and where it comes from. */
export function admitting(
  admit: AdmitKey,
  { trustProxy }: Pick<Services['settings'], 'trustProxy'>,
): Admit {
  return (c) => admit(c.req.header('apikey'), clientAddress(c, trustProxy))
}

/**
 * Authenticates the caller in the way its endpoint requires.
 * @throws AppError `unauthorized`, `apikey_refused`, `too_many`
 */
export async function callerOf(
  c: Context<Env>,
  { isPublic, dialect }: Endpoint,
  { accounts, admit }: { readonly accounts: Pick<Accounts, 'authenticate'>; readonly admit: Admit },
): Promise<AnyCaller> {
  if (isPublic) return null
  return dialect ? admit(c) : requireCaller(c, accounts)
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

/** Whose account it is that a caller acts for. */
export function accountOf(caller: Caller | GatewayCaller): string {
  return 'userId' in caller ? caller.userId : caller.user.id
}
