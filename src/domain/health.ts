import type { Health } from '../contract/service.ts'

export type HealthCheck = ReturnType<typeof createHealth>

/** Reports whether the daemon is up and can store what happens. */
export function createHealth({
  version,
  isSimulated,
  now,
  storageOk,
  damageCount,
  devices,
  runningCampaigns,
  cluster,
}: {
  readonly version: string
  readonly isSimulated: boolean
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly storageOk: () => boolean
  readonly damageCount: () => number
  readonly devices: () => { readonly connected: number; readonly total: number }
  readonly runningCampaigns: () => number
  /** Left out where the daemon is alone with its data. */
  readonly cluster?: () => NonNullable<Health['cluster']>
}) {
  const startedAtMs = now()

  return { check }

  function check(): Health {
    const { connected, total } = devices()
    return {
      status: storageOk() ? 'ok' : 'unavailable',
      version,
      uptime: Math.round((now() - startedAtMs) / 1000),
      devices: { connected, total },
      campaigns: { running: runningCampaigns() },
      damages: damageCount(),
      ...(cluster && { cluster: cluster() }),
      ...(isSimulated && { simulator: true as const }),
    }
  }
}
