import { api } from '../contract/api/calls.ts'
import { foldEmail } from '../domain/accounts/accounts.ts'
import { type Binding, bind } from './bind.ts'
import { clientAddress } from './requests/client.ts'
import { createThrottle, throttled } from './requests/throttle.ts'
import type { Services } from './services.ts'

const QUARTER_OF_AN_HOUR_MS = 15 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000

/** Registration, sign-in, and what account holders do with their account. */
export function accountRoutes({ accounts, settings, now }: Services): Binding[] {
  const windowMs = QUARTER_OF_AN_HOUR_MS
  // An e-mail alone is never locked: a stranger could lock anyone out.
  const byPair = createThrottle({ limit: 10, windowMs, now })
  const byAddress = createThrottle({ limit: 50, windowMs, now })
  const byUser = createThrottle({ limit: 10, windowMs, now })
  const registrations = createThrottle({ limit: 20, windowMs: HOUR_MS, now })

  return [
    bind(api.register, async ({ c, body }) => {
      const session = await throttled({
        slots: [{ throttle: registrations, key: clientAddress(c, settings.trustProxy) }],
        counting: ['done', 'email_taken'],
        work: () => accounts.register(body),
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
        work: () => accounts.login(body),
      })
      return { status: 200, body: session }
    }),

    bind(api.logout, async ({ caller }) => {
      await accounts.logout(caller)
      return { status: 204 }
    }),

    bind(api.me, async ({ caller }) => ({ status: 200, body: { user: caller.user } })),

    bind(api.changePassword, async ({ caller, body }) => {
      await throttled({
        slots: [{ throttle: byUser, key: caller.user.id }],
        counting: ['wrong_password'],
        work: () => accounts.changePassword(caller, body),
      })
      return { status: 204 }
    }),

    bind(api.renewApiKey, async ({ caller }) => ({
      status: 200,
      body: { apikey: await accounts.renewApiKey(caller.user.id) },
    })),
  ]
}
