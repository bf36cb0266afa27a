import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { pipeline } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { EVENT_HEARTBEAT_MS, NODE_SILENCE_MS } from '../contract/limits.ts'
import {
  type CallBody,
  type CallNode,
  type NodeAnswer,
  NodeUnanswered,
} from '../domain/cluster/node-call.ts'

/** A node in the same network that cannot be reached in this time is away. */
const CONNECT_MS = 3_000
/** A stream of events that misses two heartbeats has lost its node. */
const EVENT_SILENCE_MS = 2.5 * EVENT_HEARTBEAT_MS
/** Closes unused connections first: the other node could close one just as a call begins. */
const IDLE_MS = 30_000
/** Unused connections that are kept to one node. */
const IDLE_CONNECTIONS = 64

export type NodeCalls = {
  readonly call: CallNode
  /** Closes the connections, those of calls under way included. */
  close(): void
}

/**
 * Calls other nodes over connections that are kept. Bytes pass as they are, in both directions and no
 * faster than they are taken; redirections and compressed bodies are for the client to read.
 */
export function createNodeCalls({
  connectMs = CONNECT_MS,
  silenceMs = NODE_SILENCE_MS,
  eventSilenceMs = EVENT_SILENCE_MS,
  trustedCa,
}: {
  readonly connectMs?: number
  readonly silenceMs?: number
  readonly eventSilenceMs?: number
  /** In place of the authorities that Node trusts, and of those in `NODE_EXTRA_CA_CERTS`. */
  readonly trustedCa?: string
} = {}): NodeCalls {
  const options = { keepAlive: true, maxFreeSockets: IDLE_CONNECTIONS, timeout: IDLE_MS }
  const trust = trustedCa === undefined ? {} : { ca: trustedCa }
  const plain = { request: httpRequest, agent: new HttpAgent(options), opens: 'connect' }
  const secure = {
    request: httpsRequest,
    agent: new HttpsAgent({ ...options, ...trust }),
    opens: 'secureConnect',
  }

  return {
    call,
    close() {
      plain.agent.destroy()
      secure.agent.destroy()
    },
  }

  async function call({ url, target, method, headers, body, signal }: Parameters<CallNode>[0]) {
    const { request, agent, opens } = url.startsWith('https:') ? secure : plain
    const framed = { ...headers, ...framingOf(body) }
    const outgoing = request(`${url}${target}`, { method, agent, headers: framed })
    const isOpen = watchConnection(outgoing, { opens, connectMs, silenceMs })
    const isSending = send(outgoing, body)
    const give = () => outgoing.destroy(new Error('the caller hung up'))
    signal.addEventListener('abort', give)
    outgoing.once('close', () => signal.removeEventListener('abort', give))
    if (signal.aborted) give()
    const incoming = await answered(outgoing).catch((error: unknown) => {
      const mayHaveBegun = body.kind === 'streamed' ? isSending() : isOpen()
      throw new NodeUnanswered(error, { mayHaveBegun, isDistrusted: isDistrusted(outgoing) })
    })
    return toAnswer(outgoing, incoming, eventSilenceMs)
  }
}

/** A stream waits for `100 Continue`: once it has begun, it could not be sent again. */
function framingOf(body: CallBody): Record<string, string> {
  if (body.kind === 'none') return {}
  if (body.kind === 'held') return { 'content-length': String(body.bytes.length) }
  const { lengthBytes } = body
  return {
    expect: '100-continue',
    ...(lengthBytes === null
      ? { 'transfer-encoding': 'chunked' }
      : { 'content-length': String(lengthBytes) }),
  }
}

type ConnectionLimits = {
  /** The socket's event that says that it is open. */
  readonly opens: string
  readonly connectMs: number
  /** Counts from the moment the connection is open. */
  readonly silenceMs: number
}

/** Gives up a connection that does not come about, or falls silent; returns whether one is open. */
function watchConnection(
  outgoing: ClientRequest,
  { opens, connectMs, silenceMs }: ConnectionLimits,
): () => boolean {
  let isOpen = false
  const open = () => {
    isOpen = true
    outgoing.setTimeout(silenceMs)
  }
  outgoing.once('socket', (socket) => {
    if (outgoing.reusedSocket) return open()
    const timer = setTimeout(() => outgoing.destroy(new Error('no connection in time')), connectMs)
    outgoing.once('close', () => clearTimeout(timer))
    socket.once(opens, () => {
      clearTimeout(timer)
      open()
    })
  })
  return () => isOpen
}

/** Whether TLS failed because no trusted authority vouches for the other side's certificate. */
function isDistrusted({ socket }: ClientRequest): boolean {
  return socket instanceof TLSSocket && Boolean(socket.authorizationError)
}

/** Sends the body; returns whether that has begun. The body's error is the call's. */
function send(outgoing: ClientRequest, body: CallBody): () => boolean {
  let isSending = false
  if (body.kind === 'none') outgoing.end()
  else if (body.kind === 'held') outgoing.end(body.bytes)
  else {
    outgoing.once('continue', () => {
      isSending = true
      pipeline(endingWith(outgoing, body.pieces), outgoing, () => undefined)
    })
  }
  return () => isSending
}

/** Ends the call with the body's own error, which a broken `pipeline` would keep to itself. */
async function* endingWith(
  outgoing: ClientRequest,
  pieces: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  try {
    yield* pieces
  } catch (error) {
    outgoing.destroy(error instanceof Error ? error : new Error('the body broke off'))
    throw error
  }
}

function answered(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve)
    // Not removed when the answer begins: with no listener a later error would end the process.
    outgoing.on('error', reject)
    outgoing.once('timeout', () => outgoing.destroy(new Error('silence')))
  })
}

function toAnswer(
  outgoing: ClientRequest,
  incoming: IncomingMessage,
  eventSilenceMs: number,
): NodeAnswer {
  const { statusCode: status = 0, headers, rawHeaders } = incoming
  const isEventStream = headers['content-type']?.startsWith('text/event-stream') === true
  if (isEventStream) incoming.setTimeout(eventSilenceMs)
  // An answer may come before the body is whole: nobody waits for the rest of either then.
  incoming.once('end', () => {
    if (!outgoing.writableFinished) outgoing.destroy()
  })
  return {
    status,
    isEventStream,
    headers: pairsOf(rawHeaders),
    pieces: incoming,
    cancel: () => void (incoming.complete ? incoming.resume() : incoming.destroy()),
  }
}

function pairsOf(rawHeaders: readonly string[]): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    pairs.push([name, value])
  }
  return pairs
}
