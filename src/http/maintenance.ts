import { statsApi } from '../contract/api/stats-api.ts'
import { type Binding, bind } from './bind.ts'
import type { Services } from './services.ts'

/** Routes that report what is held in memory for the caller, and that clean up. */
export function maintenanceRoutes({ maintenance }: Pick<Services, 'maintenance'>): Binding[] {
  return [
    bind(statsApi.caches, async ({ caller }) => ({
      status: 200,
      body: await maintenance.caches(caller.user.id),
    })),

    bind(statsApi.autoCleanup, async ({ caller }) => ({
      status: 200,
      body: await maintenance.cleanUp(caller.user.id),
    })),
  ]
}
