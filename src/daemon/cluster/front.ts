import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { createGatewayAccess } from '../../domain/gateways/gateway-access.ts'
import { webhookOwners } from '../../domain/gateways/gateways.ts'
import { tokenHolders } from '../../domain/gateways/instances.ts'
import { type FindInstance, instanceFinder } from '../../domain/gateways/stored-instances.ts'
import type { HealthCheck } from '../../domain/health.ts'
import { createUploads } from '../../domain/uploads/uploads.ts'
import type { FrontServices } from '../../http/cluster/front.ts'
import type { Homes } from '../../http/cluster/homes.ts'
import type { Metrics } from '../../http/metrics.ts'
import { createNodeCalls } from '../../remote/node-call.ts'
import { createPasses } from '../../security/passes.ts'
import { createDaemonAccounts } from '../accounts.ts'
import { clock } from '../clock.ts'
import { httpSettings } from '../process/http-settings.ts'
import type { Storage } from '../storage/storage.ts'

type Needs = {
  readonly storage: Storage
  readonly homes: Homes
  /** The secret that all nodes share. */
  readonly secret: string
  readonly publicUrl: () => string
  readonly stopping: AbortSignal
  readonly health: HealthCheck
  readonly metrics: Metrics
  readonly log: Logger
}

export type Front = {
  readonly services: FrontServices
  readonly findInstance: FindInstance
  close(): void
}

/** Builds what a node answers by itself, and the ways to where accounts are at home. */
export async function createFront(
  config: Config,
  { storage, homes, secret, publicUrl, ...given }: Needs,
): Promise<Front> {
  const accounts = await createDaemonAccounts(config, storage)
  const { instances, gateways } = storage.answering
  const nodeCalls = createNodeCalls()
  return {
    close: nodeCalls.close,
    findInstance: instanceFinder(storage.devices),
    services: {
      ...{ ...given, accounts, homes, clock, now: clock.now },
      settings: httpSettings(config, storage),
      uploads: createUploads({ store: storage.uploads, publicUrl }),
      admit: createGatewayAccess({ accounts, instances: tokenHolders(instances) }).admit,
      webhookOwner: webhookOwners(gateways).findByToken,
      passes: await createPasses({ secret, now: clock.now }),
      callNode: nodeCalls.call,
    },
  }
}
