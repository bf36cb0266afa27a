import { type Config, ConfigError } from '../config.ts'
import { createApp, createGatewayApp } from '../http/app.ts'
import { ListenError, startServer } from '../http/server.ts'
import type { Services } from '../http/services.ts'

const refusals: Readonly<Record<string, string>> = {
  EADDRINUSE: 'a porta já está em uso. Escolha outra.',
  EACCES: 'sem permissão para usar esta porta. Escolha uma a partir de 1024.',
}

/**
 * Listens for calls, and for those of the gateway where it has a port of its own.
 * @throws ListenError, ConfigError where it is the gateway's own port that cannot be had
 */
export async function startServers(
  { host, port, gatewayPort }: Pick<Config, 'host' | 'port' | 'gatewayPort'>,
  services: Services,
  onFault: (error: Error) => void,
) {
  const server = await startServer({ app: createApp(services), host, port, onFault })
  if (gatewayPort === null) return { url: server.url, gatewayUrl: null, close: server.close }
  const gatewayApp = createGatewayApp(services)
  try {
    const gateway = await startServer({ app: gatewayApp, host, port: gatewayPort, onFault })
    return {
      url: server.url,
      gatewayUrl: gateway.url,
      close: async (graceMs: number) => {
        await Promise.all([server.close(graceMs), gateway.close(graceMs)])
      },
    }
  } catch (error) {
    await server.close(0)
    if (!(error instanceof ListenError)) throw error
    throw new ConfigError('DISPARO_GATEWAY_PORT', refusals[error.code] ?? 'não pode ser usada.')
  }
}
