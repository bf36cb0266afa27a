import { sendingDefaultsApi } from '../../contract/api/campaigns/sending-defaults-api.ts'
import {
  recommendedDefaults,
  type SendingDefaults,
} from '../../contract/campaigns/sending-defaults.ts'
import type { Client } from '../client.ts'
import { CommandError } from '../terminal/outcome.ts'
import type { PaceOptions } from './options/pace-options.ts'

/** What the user has set for campaigns of which nothing else is said. */
export async function keptDefaults(client: Client): Promise<SendingDefaults> {
  try {
    return await client.call(sendingDefaultsApi.getSendingDefaults, {})
  } catch (error) {
    // A server of an earlier version keeps none.
    if (error instanceof CommandError && error.code === 'not_found') return recommendedDefaults
    throw error
  }
}

/** The options as they were given, and the user's own where nothing was. */
export function withDefaults<Options extends PaceOptions & { readonly optOutFooter?: boolean }>(
  options: Options,
  defaults: SendingDefaults,
): Options {
  const { intervalSeconds, maxIntervalSeconds, windows, timeZone, hasOptOutFooter } = defaults
  const spread = maxIntervalSeconds === null ? 0 : maxIntervalSeconds - intervalSeconds
  const isPaced = options.delay !== undefined || options.jitter !== undefined
  const hasHours = options.window !== undefined
  return {
    ...options,
    ...(options.delay === undefined &&
      intervalSeconds !== recommendedDefaults.intervalSeconds && { delay: intervalSeconds }),
    ...(!isPaced && spread > 0 && { jitter: spread }),
    ...(!hasHours && windows.length > 0 && { window: windows }),
    ...(options.timezone === undefined &&
      !hasHours &&
      windows.length > 0 && { timezone: timeZone }),
    ...(options.optOutFooter === undefined && hasOptOutFooter && { optOutFooter: true }),
  }
}
