import type { Config } from '../../config.ts'
import type { ClientVersions } from '../../domain/devices/client-versions.ts'
import { createHealth } from '../../domain/health.ts'
import { createMetrics, type MetricSources } from '../../http/metrics.ts'
import { clock } from '../clock.ts'
import type { Engine } from '../engine.ts'
import type { Storage } from '../storage/storage.ts'

type Needs = Pick<Parameters<typeof createHealth>[0], 'cluster'> &
  Pick<MetricSources, 'accountMoves'> & {
    readonly storage: Pick<Storage, 'journal' | 'isWritable' | 'damages'>
    readonly clientVersions: Pick<ClientVersions, 'wanted'>
    /** The engines that run in this process at the moment. */
    readonly engines: () => Iterable<Pick<Engine, 'devices' | 'runningCampaigns'>>
  }

/** Builds the health and the metrics of the process. */
export function createVitals(
  { version, isSimulated }: Pick<Config, 'version' | 'isSimulated'>,
  { storage, clientVersions, engines, accountMoves, ...cluster }: Needs,
) {
  const health = createHealth({
    ...{ version, isSimulated, now: clock.now },
    storageOk: storage.isWritable,
    damageCount: storage.damages.count,
    devices: () => {
      const all = { connected: 0, total: 0 }
      for (const { devices } of engines()) {
        const own = devices.counts()
        all.connected += own.connected
        all.total += own.total
      }
      return all
    },
    runningCampaigns,
    ...cluster,
  })
  const metrics = createMetrics({
    ...{ devices: devicesByStatus, runningCampaigns },
    journal: storage.journal.totals,
    ...(accountMoves && { accountMoves }),
    clientVersion: () => clientVersions.wanted()?.version ?? null,
  })
  return { health, metrics }

  function devicesByStatus() {
    const all = { connected: 0, connecting: 0, pending: 0, disconnected: 0 }
    for (const { devices } of engines()) {
      const own = devices.countByStatus()
      all.connected += own.connected
      all.connecting += own.connecting
      all.pending += own.pending
      all.disconnected += own.disconnected
    }
    return all
  }

  function runningCampaigns(): number {
    let count = 0
    for (const engine of engines()) count += engine.runningCampaigns()
    return count
  }
}
