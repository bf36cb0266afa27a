import type { Config } from '../../config.ts'
import type { HttpSettings } from '../../http/services.ts'
import type { Storage } from '../storage/storage.ts'

/** What the HTTP interface has to know of the configuration. */
export function httpSettings(config: Config, { tempDir }: Pick<Storage, 'tempDir'>): HttpSettings {
  const { version, corsOrigins, trustProxy, basePath, consoleDir, isSimulated } = config
  const hasSockets = config.gatewaySocket
  const canAssist = config.mistral.apiKey !== null
  const { streams } = config.quotas
  const paths = { tempDir, basePath, consoleDir }
  return { version, corsOrigins, trustProxy, ...paths, isSimulated, canAssist, streams, hasSockets }
}
