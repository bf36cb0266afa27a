import { api } from '../contract/api/calls.ts'
import { AppError } from '../contract/errors.ts'
import { type Binding, bind } from './bind.ts'
import type { Services } from './services.ts'

/** The call that asks how the daemon is. */
export function healthRoutes({ health }: Pick<Services, 'health'>): Binding[] {
  return [
    bind(api.health, async () => {
      const body = health.check()
      return body.status === 'ok' ? { status: 200, body } : { status: 503, body }
    }),
  ]
}

/** Routes that make a simulated phone act. */
export function simulatorRoutes({
  simulatorScan,
  simulatorFault,
}: Pick<Services, 'simulatorScan' | 'simulatorFault'>): Binding[] {
  return [
    bind(api.simulatorScan, async ({ caller, body }) => {
      // Outside the simulator the call is as unknown as any other unknown path.
      if (!simulatorScan) throw new AppError('not_found', 'no simulator runs')
      await simulatorScan(caller.user.id, body)
      return { status: 202 }
    }),

    bind(api.simulatorFault, async ({ caller, body }) => {
      if (!simulatorFault) throw new AppError('not_found', 'no simulator runs')
      await simulatorFault(caller.user.id, body.falha)
      return { status: 202 }
    }),
  ]
}
