import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Duplex } from 'node:stream'

/** A node in the same network that has not changed the protocol by then is away. */
const OPEN_MS = 5_000

export type NodeTunnel = {
  /** The status line and headers with which the node changed the protocol. */
  readonly lines: readonly string[]
  readonly socket: Duplex
  /** Bytes that arrived together with these. */
  readonly head: Buffer
}

/**
 * Opens a connection to another node that goes on as a web socket.
 * @throws where the node refuses, or cannot be reached in time
 */
export function openNodeTunnel({
  url,
  target,
  headers,
  signal,
}: {
  readonly url: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** Until it is open. */
  readonly signal: AbortSignal
}): Promise<NodeTunnel> {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${target}`, {
      headers: { ...headers, connection: 'Upgrade', upgrade: 'websocket' },
      agent: false,
    })
    const late = setTimeout(() => outgoing.destroy(new Error('no connection in time')), OPEN_MS)
    const leave = () => outgoing.destroy(new Error('the caller hung up'))
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
    outgoing.once('close', release)
    outgoing.on('error', reject)
    outgoing.once('response', ({ statusCode }) => {
      outgoing.destroy()
      reject(new Error(`the node answered ${statusCode}`))
    })
    outgoing.once('upgrade', ({ rawHeaders }, socket, head) => {
      release()
      resolve({ lines: linesOf(rawHeaders), socket, head })
    })
    outgoing.end()

    function release(): void {
      clearTimeout(late)
      signal.removeEventListener('abort', leave)
    }
  })
}

function linesOf(rawHeaders: readonly string[]): string[] {
  const lines = ['HTTP/1.1 101 Switching Protocols']
  for (let at = 0; at < rawHeaders.length; at += 2) {
    lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  }
  return lines
}
