import { type Config, ConfigError } from '../../config.ts'
import type { App } from '../../http/serving/public-app.ts'
import { ListenError, type SocketEntrance, startServer } from '../../http/serving/server.ts'
import type { createEventSockets, EventSockets } from '../../http/sockets/event-sockets.ts'

const refusals: Readonly<Record<string, string>> = {
  EADDRINUSE: 'a porta já está em uso. Escolha outra.',
  EACCES: 'sem permissão para usar esta porta. Escolha uma a partir de 1024.',
}

type Needs = {
  readonly app: Pick<App, 'fetch'>
  /** Makes the gateway at the root of an address, where it has a port of its own. */
  readonly createGatewayApp: () => Pick<App, 'fetch'>
  /** Where programs may listen to events by sockets. */
  readonly eventSockets?: EventSockets | null
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
  config: Pick<Config, 'host' | 'port' | 'gatewayPort'>,
  { eventSockets = null, ...needs }: Needs,
): Promise<Servers> {
  try {
    const servers = await listen(config, { ...needs, sockets: eventSockets?.entrance ?? null })
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

/**
 * Opens the sockets that get the events of instances, where they are asked for. Their library takes
 * time to load, and most daemons never need it.
 */
export async function openEventSockets(
  { gatewaySocket }: Pick<Config, 'gatewaySocket'>,
  needs: Parameters<typeof createEventSockets>[0],
): Promise<EventSockets | null> {
  if (!gatewaySocket) return null
  const library = await import('../../http/sockets/event-sockets.ts')
  return library.createEventSockets(needs)
}

async function listen(
  { host, port, gatewayPort }: Pick<Config, 'host' | 'port' | 'gatewayPort'>,
  {
    app,
    createGatewayApp,
    ...given
  }: Omit<Needs, 'eventSockets'> & { readonly sockets: SocketEntrance | null },
): Promise<Servers> {
  const server = await startServer({ app, host, port, ...given })
  if (gatewayPort === null) return { url: server.url, gatewayUrl: null, close: server.close }
  const gatewayApp = createGatewayApp()
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
