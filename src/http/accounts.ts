import type { Context } from 'hono'
import { api } from '../contract/api/calls.ts'
import type { Accounts } from '../domain/accounts/accounts.ts'
import { foldEmail } from '../domain/accounts/user-store.ts'
import { createLimiter } from '../domain/limiter.ts'
import { type Binding, bind } from './bind.ts'
import { clientAddress, type Env } from './requests/client.ts'
import { createThrottle, throttled } from './requests/throttle.ts'
import type { Services } from './services.ts'

const QUARTER_OF_AN_HOUR_MS = 15 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000

/** Password hashing takes turns by address: many log-ins from one do not lock out the others. */
const hashing = {
  /** Fewer than the thread pool has: file access shares it, and must not wait behind log-ins. */
  running: 2,
  /** A few seconds of hashing; further callers are refused and should try again. */
  waitingEach: 30,
  waiting: 300,
  retryAfterSeconds: 10,
}

function agentOf(c: Context<Env>): string {
  return c.req.header('user-agent') ?? ''
}

/** Limits how many passwords are hashed at once, with a turn for each address. */
type Hashing = ReturnType<typeof createLimiter>

type SignInNeeds = Pick<Services, 'now' | 'settings'> & {
  readonly accounts: Pick<Accounts, 'login' | 'register'>
}

/** Routes for registration, sign-in, and users' own accounts. */
export function accountRoutes(services: Services): Binding[] {
  const limited = createLimiter(hashing)
  return [...entryRoutes(services, limited), ...ownAccountRoutes(services, limited)]
}

/** Routes for registration and sign-in alone. */
export function signInRoutes(services: SignInNeeds): Binding[] {
  return entryRoutes(services, createLimiter(hashing))
}

function entryRoutes({ accounts, settings, now }: SignInNeeds, limited: Hashing): Binding[] {
  const windowMs = QUARTER_OF_AN_HOUR_MS
  // Never locks an e-mail alone: a stranger could lock any user out.
  const byPair = createThrottle({ limit: 10, windowMs, now })
  const byAddress = createThrottle({ limit: 50, windowMs, now })
  const registrations = createThrottle({ limit: 20, windowMs: HOUR_MS, now })

  return [
    bind(api.register, async ({ c, body }) => {
      const address = clientAddress(c, settings.trustProxy)
      const session = await throttled({
        slots: [{ throttle: registrations, key: address }],
        counting: ['done', 'email_taken'],
        work: () => limited(address, () => accounts.register(body, agentOf(c))),
      })
      return { status: 201, body: session }
    }),

    bind(api.login, async ({ c, body }) => {
      const address = clientAddress(c, settings.trustProxy)
      const session = await throttled({
        slots: [
          { throttle: byAddress, key: address },
          { throttle: byPair, key: `${address} ${foldEmail(body.email)}` },
        ],
        counting: ['bad_credentials'],
        work: () => limited(address, () => accounts.login(body, agentOf(c))),
      })
      return { status: 200, body: session }
    }),
  ]
}

function ownAccountRoutes(
  { accounts, accountRemoval, settings, now }: Services,
  limited: Hashing,
): Binding[] {
  const byUser = createThrottle({ limit: 10, windowMs: QUARTER_OF_AN_HOUR_MS, now })

  return [
    bind(api.logout, async ({ caller }) => {
      await accounts.logout(caller)
      return { status: 204 }
    }),

    bind(api.me, async ({ caller }) => ({ status: 200, body: { user: caller.user } })),

    bind(api.changeProfile, async ({ caller, body }) => ({
      status: 200,
      body: { user: await accounts.changeProfile(caller.user.id, body) },
    })),

    bind(api.listSessions, async ({ caller }) => ({
      status: 200,
      body: [...(await accounts.listSessions(caller))],
    })),

    bind(api.endOtherSessions, async ({ caller }) => {
      await accounts.endOtherSessions(caller)
      return { status: 204 }
    }),

    bind(api.endSession, async ({ caller, params }) => {
      await accounts.endSession(caller.user.id, params.id)
      return { status: 204 }
    }),

    bind(api.changePassword, async ({ c, caller, body }) => {
      const address = clientAddress(c, settings.trustProxy)
      await throttled({
        slots: [{ throttle: byUser, key: caller.user.id }],
        counting: ['wrong_password'],
        work: () => limited(address, () => accounts.changePassword(caller, body)),
      })
      return { status: 204 }
    }),

    bind(api.deleteAccount, async ({ c, caller, body }) => {
      const address = clientAddress(c, settings.trustProxy)
      await throttled({
        slots: [{ throttle: byUser, key: caller.user.id }],
        counting: ['wrong_password'],
        work: () => limited(address, () => accountRemoval.remove(caller, body)),
      })
      return { status: 204 }
    }),

    bind(api.renewApiKey, async ({ caller }) => ({
      status: 200,
      body: { apikey: await accounts.renewApiKey(caller.user.id) },
    })),
  ]
}
