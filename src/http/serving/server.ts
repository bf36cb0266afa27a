import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { AppError } from '../../contract/errors.ts'
import { toResponse } from '../answers/failure.ts'
import { PASS_HEADER } from '../cluster/pass.ts'
import { serveAsPlainCall } from '../sockets/plain-call.ts'
import type { App } from './public-app.ts'

/** The daemon cannot listen on its address, by the system's code. The message is Portuguese. */
export class ListenError extends Error {
  readonly code: string

  constructor({ code, host, port }: { code: string; host: string; port: number }, cause: unknown) {
    super(`Não foi possível escutar em ${host}:${port} (${code}).`, { cause })
    this.name = 'ListenError'
    this.code = code
  }
}

/** Longest time for a request's headers, so that slow ones do not hold a connection. */
const HEADERS_TIMEOUT_MS = 15_000
/** A whole request, body included: a large CSV over a slow line must fit. */
const REQUEST_TIMEOUT_MS = 30 * 60_000
/**
 * Longest silence of a connection; longer than the event stream's heartbeat, and than any call
 * takes.
 */
const SILENCE_TIMEOUT_MS = 120_000
/** Longer than the usual idle time of a proxy in front, which must be the one to hang up. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000
/** How often the timeouts of headers and requests are checked. */
const TIMEOUT_CHECK_MS = 5_000
const IDLE_CHECK_MS = 50

/** Takes the calls of another protocol, before the app sees them. */
export type SocketEntrance = {
  takes(url: string): boolean
  request(incoming: IncomingMessage, outgoing: ServerResponse): void
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void
}

export type RunningServer = {
  /** The address with its real port. */
  readonly url: string
  readonly port: number
  /** Refuses new calls, lets those in progress finish, and aborts the rest after `graceMs`. */
  close(graceMs: number): Promise<void>
}

/** @throws ListenError where it cannot listen on that address */
export async function startServer({
  app,
  host,
  port,
  sockets = null,
  onFault = () => undefined,
}: {
  readonly app: Pick<App, 'fetch'>
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly sockets?: SocketEntrance | null
  /** Called when a connection cannot be accepted (too many open files, say); the server goes on. */
  readonly onFault?: (error: Error) => void
}): Promise<RunningServer> {
  const listener = getRequestListener((request, env) => app.fetch(request, env), {
    // Only reached by a request with an invalid address; the app answers all others.
    errorHandler: (error) =>
      toResponse(new AppError('not_found', 'bad address', { cause: error }), 'no path'),
  })
  // Later releases of Node ask whether to upgrade; up to Node 20 every such offer is an upgrade.
  const offers = {
    shouldUpgradeCallback: ({ url }: IncomingMessage) => sockets?.takes(url ?? '') ?? false,
  }
  const server = createServer(
    {
      ...offers,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    },
    serve,
  )
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // A node holds the body of a passed call back until the account's home takes the call and asks
    // for it.
    if (incoming.headers[PASS_HEADER] === undefined) outgoing.writeContinue()
    serve(incoming, outgoing)
  })
  if (sockets) {
    server.on('upgrade', (incoming, socket, head) => {
      if (sockets.takes(incoming.url ?? '')) sockets.upgrade(incoming, socket, head)
      else serveAsPlainCall(server, incoming, socket, head)
    })
  }
  server.setTimeout(SILENCE_TIMEOUT_MS)
  const taken = await listen(server, { host, port })
  server.on('error', onFault)
  return {
    url: `http://${hostInUrl(host)}:${taken}`,
    port: taken,
    close: (graceMs) => close(server, graceMs),
  }

  function serve(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (sockets?.takes(incoming.url ?? '')) sockets.request(incoming, outgoing)
    // The listener answers every failure itself.
    else void listener(incoming, outgoing)
  }
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => {
      const code = 'code' in error ? String(error.code) : error.message
      reject(new ListenError({ code, host, port }, error))
    }
    server.once('error', refuse)
    server.listen(port, host, () => {
      server.off('error', refuse)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

async function close(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  // A connection becomes idle when its call ends, which may be after the listening has.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(idle)
  clearTimeout(cut)
}

/** A host that a browser can open: the wildcard address is none. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
