import { type Config, ConfigError } from '../config.ts'
import type { InstanceFeed } from '../domain/webhooks/instance-feed.ts'
import { createApp, createGatewayApp } from '../http/app.ts'
import { ListenError, type SocketEntrance, startServer } from '../http/server.ts'
import type { Services } from '../http/services.ts'
import type { EventSockets } from '../http/sockets/event-sockets.ts'

const refusals: Readonly<Record<string, string>> = {
  EADDRINUSE: 'a porta já está em uso. Escolha outra.',
  EACCES: 'sem permissão para usar esta porta. Escolha uma a partir de 1024.',
}

type Needs = {
  /** Lets sockets hear the events of instances. */
  readonly join: InstanceFeed['join']
  readonly onFault: (error: Error) => void
}

type Servers = {
  readonly url: string
  readonly gatewayUrl: string | null
  close(graceMs: number): Promise<void>
}

/**
 * Listens for calls, and for those of the gateway where it has a port of its own.
 * @throws ListenError, ConfigError where it is the gateway's own port that cannot be had
 */
export async function startServers(
  config: Pick<Config, 'host' | 'port' | 'gatewayPort' | 'gatewaySocket'>,
  services: Services,
  { join, onFault }: Needs,
): Promise<Servers> {
  const eventSockets = config.gatewaySocket ? await openSockets(services) : null
  if (eventSockets) join(eventSockets.audience)
  try {
    const sockets = eventSockets?.entrance ?? null
    const servers = await listen(config, services, { sockets, onFault })
    return {
      ...servers,
      close: async (graceMs) => {
        await Promise.all([servers.close(graceMs), eventSockets?.close()])
      },
    }
  } catch (error) {
    await eventSockets?.close()
    throw error
  }
}

/** Its library takes time to load, and most daemons never need it. */
async function openSockets(services: Services): Promise<EventSockets> {
  const { createEventSockets } = await import('../http/sockets/event-sockets.ts')
  return createEventSockets(services)
}

async function listen(
  { host, port, gatewayPort }: Pick<Config, 'host' | 'port' | 'gatewayPort'>,
  services: Services,
  given: Pick<Needs, 'onFault'> & { readonly sockets: SocketEntrance | null },
): Promise<Servers> {
  const server = await startServer({ app: createApp(services), host, port, ...given })
  if (gatewayPort === null) return { url: server.url, gatewayUrl: null, close: server.close }
  const gatewayApp = createGatewayApp(services)
  try {
    const gateway = await startServer({ app: gatewayApp, host, port: gatewayPort, ...given })
    return {
      url: server.url,
      gatewayUrl: gateway.url,
      close: async (graceMs) => {
        await Promise.all([server.close(graceMs), gateway.close(graceMs)])
      },
    }
  } catch (error) {
    await server.close(0)
    if (!(error instanceof ListenError)) throw error
    throw new ConfigError('DISPARO_GATEWAY_PORT', refusals[error.code] ?? 'não pode ser usada.')
  }
}
