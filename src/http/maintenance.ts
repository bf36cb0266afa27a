import { figuresApi } from '../contract/api/stats-api.ts'
import { type Binding, bind } from './bind.ts'
import type { Services } from './services.ts'

/** What of the caller's is held in memory, and clearing away what nobody needs. */
export function upkeepRoutes({ upkeep }: Pick<Services, 'upkeep'>): Binding[] {
  return [
    bind(figuresApi.caches, async ({ caller }) => ({
      status: 200,
      body: await upkeep.caches(caller.user.id),
    })),

    bind(figuresApi.autoCleanup, async ({ caller }) => ({
      status: 200,
      body: await upkeep.cleanUp(caller.user.id),
    })),
  ]
}
