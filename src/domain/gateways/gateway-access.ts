import { AnyDeviceId } from '../../contract/devices/device.ts'
import { toFieldErrors } from '../../contract/error-json.ts'
import { AppError } from '../../contract/errors.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Instances } from './instances.ts'

/** A caller of the Evolution-compatible API. */
export type GatewayCaller = {
  readonly userId: string
  /** Names of the instances that a token opens; null for the user's own key, which opens all. */
  readonly names: ReadonlySet<string> | null
}

/** Decides which key opens what. */
export function createGatewayAccess({
  accounts,
  instances,
}: {
  readonly accounts: Pick<Accounts, 'authenticate'>
  readonly instances: Pick<Instances, 'findByToken'>
}) {
  return { admit, getName, ownerOnly }

  /** @throws AppError `apikey_refused` */
  async function admit(key: string | undefined): Promise<GatewayCaller> {
    if (!key) throw new AppError('apikey_refused', 'no key')
    const caller = await accounts.authenticate({ kind: 'apikey', key })
    if (caller) return { userId: caller.user.id, names: null }
    const holder = await instances.findByToken(key)
    if (!holder) throw new AppError('apikey_refused', 'unknown key')
    return holder
  }
}

/** @throws AppError `apikey_refused` for the key of other instances, `invalid` */
export function getName({ names }: GatewayCaller, name: string): string {
  if (names !== null && !names.has(name)) throw new AppError('apikey_refused', 'another instance')
  const parsed = AnyDeviceId.safeParse(name)
  if (parsed.success) return parsed.data
  const details = toFieldErrors(parsed.error).map((each) => ({ ...each, path: 'instanceName' }))
  throw new AppError('invalid', 'no name of an instance', { details })
}

/** @throws AppError `apikey_refused` for a token, which opens one instance and makes none */
function ownerOnly({ userId, names }: GatewayCaller): string {
  if (names !== null) throw new AppError('apikey_refused', 'a token of an instance')
  return userId
}
