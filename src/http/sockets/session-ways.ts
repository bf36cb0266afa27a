import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Duplex, pipeline } from 'node:stream'
import { pipeline as piped } from 'node:stream/promises'
import { withoutTrailing } from '../../contract/trailing.ts'
import type { CallBody, CallNode } from '../../domain/cluster/node-call.ts'
import { followSignal } from '../../domain/followed-signal.ts'
import { answeredHeaders, passedHeaders } from '../cluster/passed-headers.ts'
import type { Log } from '../services.ts'
import type { SocketEntrance } from '../serving/server.ts'
import { markIn } from './session-marks.ts'
import { atRoot } from './socket-places.ts'

/** Marks a call that was passed on: it goes no further, whatever the nodes know of each other. */
const PASSED_HEADER = 'x-disparo-session'
/** More than a client ever sends. */
const MAX_BODY_BYTES = 100_000

type Tunnel = {
  readonly lines: readonly string[]
  readonly socket: Duplex
  readonly head: Buffer
}

type Needs = {
  readonly entrance: SocketEntrance
  /** The mark of the sessions that this node has. */
  readonly mark: string
  /** The node that has the sessions of a mark, where it is known. */
  readonly nodeOf: (mark: string) => { readonly url: string } | undefined
  readonly callNode: CallNode
  readonly openTunnel: (call: {
    readonly url: string
    readonly target: string
    readonly headers: Readonly<Record<string, string>>
    readonly signal: AbortSignal
  }) => Promise<Tunnel>
  readonly log: Log
}

/**
 * Lets a client that polls reach any node with any of its calls: one that goes on with a session is
 * passed on to the node that has it, and so is the web socket that it changes to.
 */
export function createSessionWays({ entrance, mark, nodeOf, callNode, openTunnel, log }: Needs) {
  const closing = new AbortController()
  const taken: SocketEntrance = {
    takes: entrance.takes,
    request(incoming, outgoing) {
      const url = elsewhere(incoming)
      if (url === null) entrance.request(incoming, outgoing)
      else void passOn(url, incoming, outgoing)
    },
    upgrade(incoming, socket, head) {
      const url = elsewhere(incoming)
      if (url === null) entrance.upgrade(incoming, socket, head)
      else void tunnel(url, incoming, { socket, head })
    },
  }
  return { entrance: taken, close: () => closing.abort() }

  /**
   * The node that has the session of a call; null: this one has it, or answers that it is unknown.
   */
  function elsewhere({ url = '', headers }: IncomingMessage): string | null {
    const marked = markIn(url)
    if (marked === null || marked === mark || headers[PASSED_HEADER] !== undefined) return null
    const node = nodeOf(marked)
    return node ? withoutTrailing(node.url, '/') : null
  }

  async function passOn(
    url: string,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> {
    const { signal, abort, release } = followSignal(closing.signal)
    outgoing.once('close', abort)
    try {
      const body = await bodyOf(incoming)
      if (!body) {
        outgoing.writeHead(413, { connection: 'close' }).end()
        return
      }
      const { method = 'GET' } = incoming
      const call = { url, target: atRoot(incoming.url), method, body, signal }
      const answer = await callNode({ ...call, headers: headersOf(incoming) })
      outgoing.writeHead(answer.status, [...answeredHeaders(answer.headers)].flat())
      await piped(answer.pieces, outgoing)
    } catch (error) {
      if (!signal.aborted)
        log.warn({ node: url, err: error }, 'a node did not go on with a session')
      // The client begins another session.
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end()
    } finally {
      release()
    }
  }

  async function tunnel(
    url: string,
    incoming: IncomingMessage,
    { socket, head }: { readonly socket: Duplex; readonly head: Buffer },
  ): Promise<void> {
    const { signal, abort, release } = followSignal(closing.signal)
    const gone = () => abort()
    socket.on('error', gone).once('close', gone)
    try {
      const call = { url, target: atRoot(incoming.url), headers: headersOf(incoming), signal }
      const far = await openTunnel(call)
      signal.addEventListener('abort', () => far.socket.destroy())
      if (signal.aborted) far.socket.destroy()
      // Both sides send heartbeats.
      incoming.socket.setTimeout(0)
      socket.write(`${[...far.lines, '', ''].join('\r\n')}`)
      socket.write(far.head)
      far.socket.write(head)
      pipeline(far.socket, socket, far.socket, release)
    } catch (error) {
      release()
      if (!signal.aborted)
        log.warn({ node: url, err: error }, 'a node did not go on with a session')
      // The client goes on polling.
      socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n')
    }
  }
}

function headersOf({ rawHeaders }: IncomingMessage): Record<string, string> {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  }
  return { ...passedHeaders(headers), [PASSED_HEADER]: '1' }
}

/**
 * Null for a body larger than any client sends; its rest stays unread, and an answer is possible.
 */
async function bodyOf(incoming: IncomingMessage): Promise<CallBody | null> {
  if (incoming.method !== 'POST') return { kind: 'none' }
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of incoming.iterator({ destroyOnReturn: false })) {
    pieces.push(piece)
    length += piece.length
    if (length > MAX_BODY_BYTES) return null
  }
  return { kind: 'held', bytes: Buffer.concat(pieces) }
}
