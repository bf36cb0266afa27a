import { type Config, ConfigError, type ConfigFlags, readConfig } from '../../config.ts'
import { wrongUsage } from '../terminal/outcome.ts'

const flagOfVariable: Readonly<Record<string, { key: keyof ConfigFlags; flag: string }>> = {
  DISPARO_HOST: { key: 'host', flag: '--host' },
  DISPARO_PORT: { key: 'port', flag: '--port' },
  DISPARO_DATA_DIR: { key: 'dataDir', flag: '--data-dir' },
}

/** The daemon's settings; a bad flag is wrong usage, a bad variable a failed start. */
export function readServeConfig(environment: NodeJS.ProcessEnv, flags: ConfigFlags): Config {
  try {
    return readConfig(environment, flags)
  } catch (error) {
    const source = error instanceof ConfigError ? flagOfVariable[error.variable] : undefined
    if (!(error instanceof ConfigError) || !source || flags[source.key] === undefined) throw error
    const reason = error.message.slice(`${error.variable}: `.length)
    throw wrongUsage(`Valor inválido em ${source.flag}: ${reason}`)
  }
}
