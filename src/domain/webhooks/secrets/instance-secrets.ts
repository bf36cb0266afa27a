import type {
  InstanceSecretBody,
  InstanceSecretJson,
} from '../../../contract/webhooks/webhook-secret.ts'
import type { Clock } from '../../clock.ts'
import type { InstanceRecord, Instances } from '../../gateways/instances.ts'
import { oldUntil, renewed, type SigningSecret } from './signing-secret.ts'

export type InstanceSecrets = ReturnType<typeof createInstanceSecrets>

/**
 * The secrets that sign the events of instances. An instance has none of its own before its owner
 * asks for one: until then its token signs, which every body carries along.
 */
export function createInstanceSecrets({
  instances,
  newSecret,
  clock,
}: {
  readonly instances: Pick<Instances, 'ensure' | 'setSigning'>
  readonly newSecret: () => string
  readonly clock: Pick<Clock, 'now'>
}) {
  return { show, renew }

  /** Without the secret. @throws AppError `device_not_found` */
  async function show(userId: string, instance: string): Promise<InstanceSecretJson> {
    return shown(await instances.ensure(userId, instance))
  }

  /**
   * The answer carries the secret, which was given or drawn.
   * @throws AppError `device_not_found`
   */
  async function renew(
    userId: string,
    instance: string,
    { segredo, manter_horas: keptHours = 0 }: InstanceSecretBody,
  ): Promise<InstanceSecretJson> {
    const secret = segredo ?? newSecret()
    const nowMs = clock.now()
    const record = await instances.setSigning(userId, instance, (before) =>
      renewed(signingOf(before), { secret, keptHours, nowMs }),
    )
    return { ...shown(record), segredo: secret }
  }

  function shown({ signing }: InstanceRecord): InstanceSecretJson {
    const until = signing && oldUntil(signing, clock.now())
    return {
      proprio: signing !== undefined,
      ...(until !== undefined && { segredo_anterior_ate: until }),
    }
  }
}

/** The instance's own secret, or its token. */
export function signingOf({
  signing,
  token,
}: Pick<InstanceRecord, 'signing' | 'token'>): SigningSecret {
  return signing ?? { secret: token }
}
