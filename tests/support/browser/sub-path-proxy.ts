import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { listenOnLoopback } from '../loopback.ts'

/** What a proxy does with the path under which it serves. */
export type PathHandling = 'strips' | 'passes'

/** A reverse proxy that serves a daemon under a path, and nothing beside it. */
export async function startSubPathProxy(prefix: string) {
  let target: { readonly url: string; readonly path: PathHandling } | null = null
  const astray: string[] = []

  const server = createServer((incoming, outgoing) => {
    const asked = incoming.url ?? '/'
    const isBelow = asked === prefix || asked.startsWith(`${prefix}/`)
    if (!target || !isBelow) {
      astray.push(asked)
      outgoing.writeHead(404).end()
      return
    }
    const path = target.path === 'strips' ? asked.slice(prefix.length) || '/' : asked
    forward(new URL(path, target.url), incoming, outgoing)
  })
  const url = `${await listenOnLoopback(server)}${prefix}`

  return {
    /** The address of the daemon from outside. */
    url,
    /** Requests for addresses outside the path. */
    astray,
    leadTo: (next: { readonly url: string; readonly path: PathHandling }) => {
      target = next
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function forward(address: URL, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method = 'GET', headers } = incoming
  const onward = request(address, { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    pipeline(answer, outgoing, () => undefined)
  })
  onward.on('error', () => outgoing.destroy())
  // A page that is closed also ends its stream of events.
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}
