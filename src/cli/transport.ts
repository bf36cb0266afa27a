import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { type Readable, Stream } from 'node:stream'
import { text } from 'node:stream/consumers'

/** A server that cannot be reached within this time is taken for away. */
const CONNECT_TIMEOUT_MS = 10_000
/** An answer that has begun and then says nothing for this long has broken off. */
const SILENCE_LIMIT_MS = 5 * 60_000

export type Sent = {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | AsyncIterable<Uint8Array> | undefined
  readonly signal: AbortSignal
}

/** An answer, of which the body is still to be read. */
export type Answer = {
  readonly ok: boolean
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
  readonly body: AsyncIterable<Uint8Array> & { readonly cancel: () => Promise<void> }
  readonly json: () => Promise<unknown>
}

/** A request to which no answer came; unsent, where the server cannot have seen any of it. */
export class Unanswered extends Error {
  readonly isUnsent: boolean

  constructor(cause: unknown, { isUnsent }: { readonly isUnsent: boolean }) {
    super('no answer came', { cause })
    this.name = 'Unanswered'
    this.isUnsent = isUnsent
  }
}

/**
 * Makes one HTTP request. `fetch` would do as much, but takes twice as long to load as all of Node
 * takes to start, and every command would wait for it.
 * @throws Unanswered
 */
export async function sendRequest({ url, method, headers, body, signal }: Sent): Promise<Answer> {
  const place = new URL(url)
  const isSecure = place.protocol === 'https:'
  const open = isSecure ? (await import('node:https')).request : request
  const outgoing = open(place, {
    method,
    headers: { 'user-agent': 'node', 'accept-encoding': 'gzip', ...headers },
  })
  const isOpen = watchConnection(outgoing, isSecure ? 'secureConnect' : 'connect')
  const give = () => outgoing.destroy(new Error('the request was given up'))
  signal.addEventListener('abort', give)
  outgoing.once('close', () => signal.removeEventListener('abort', give))
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve)
    // Stays: an error after the answer has begun must not be unhandled. Its body reports it.
    outgoing.on('error', reject)
  })
  if (signal.aborted) give()
  else writeBody(outgoing, body)
  try {
    const incoming = await answered
    // An answer may come before the whole body is sent: then the rest of the body is dropped.
    incoming.once('end', () => {
      if (!outgoing.writableFinished) outgoing.destroy()
    })
    return await toAnswer(incoming)
  } catch (error) {
    throw new Unanswered(error, { isUnsent: !isOpen() })
  }
}

/** Gives up a connection that does not come about; returns whether one did. */
function watchConnection(outgoing: ClientRequest, opens: 'connect' | 'secureConnect') {
  let isOpen = false
  outgoing.once('socket', (socket) => {
    if (outgoing.reusedSocket) {
      isOpen = true
      return
    }
    const timer = setTimeout(() => {
      outgoing.destroy(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' }))
    }, CONNECT_TIMEOUT_MS)
    outgoing.once('close', () => clearTimeout(timer))
    socket.once(opens, () => {
      isOpen = true
      clearTimeout(timer)
    })
  })
  return () => isOpen
}

function writeBody(outgoing: ClientRequest, body: Sent['body']): void {
  if (body === undefined) {
    outgoing.end()
    return
  }
  if (typeof body === 'string') {
    // Node sends no length for methods that mostly have no body, such as DELETE.
    outgoing.setHeader('content-length', Buffer.byteLength(body))
    outgoing.end(body)
    return
  }
  // A failure destroys the request with its error.
  Stream.pipeline(body, outgoing, () => undefined)
}

async function toAnswer(incoming: IncomingMessage): Promise<Answer> {
  const { statusCode: status = 0, headers } = incoming
  incoming.setTimeout(SILENCE_LIMIT_MS, () => {
    // A slow reader must not take its own pause for the server's silence.
    if (incoming.readableLength === 0) incoming.destroy(new Error('silence'))
  })
  const body = headers['content-encoding'] === 'gzip' ? await unzipped(incoming) : incoming
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: { get: (name) => headers[name]?.toString() ?? null },
    body: {
      [Symbol.asyncIterator]: () => body[Symbol.asyncIterator](),
      cancel: async () => void incoming.destroy(),
    },
    json: async () => JSON.parse(await text(body)),
  }
}

/** A server compresses nothing for programs; a proxy before it may. */
async function unzipped(incoming: IncomingMessage): Promise<Readable> {
  const { createGunzip } = await import('node:zlib')
  return Stream.pipeline(incoming, createGunzip(), () => undefined)
}
