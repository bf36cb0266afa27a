import type { Context } from 'hono'
import type { CallBody } from '../../domain/cluster/node-call.ts'
import type { Env } from '../requests/client.ts'

/**
 * A body up to this size is read first: it can be sent again where the node turns out to be gone.
 */
const HELD_MAX_BYTES = 64 * 1024

/** The caller's body broke off. */
export class BodyBroken extends Error {
  constructor(cause: unknown) {
    super('the body of the call broke off', { cause })
    this.name = 'BodyBroken'
  }
}

/** The body of a call for another node. @throws BodyBroken */
export async function bodyToPass(c: Context<Env>): Promise<CallBody> {
  const length = c.req.header('content-length')
  const isFramed = length !== undefined || c.req.header('transfer-encoding') !== undefined
  const { body } = c.req.raw
  if (!isFramed || !body) return { kind: 'none' }
  const lengthBytes = length === undefined ? null : Number(length)
  if (lengthBytes === null || lengthBytes > HELD_MAX_BYTES) {
    return { kind: 'streamed', pieces: piecesOf(body), lengthBytes }
  }
  const held: Uint8Array[] = []
  for await (const piece of piecesOf(body)) held.push(piece)
  return { kind: 'held', bytes: Buffer.concat(held) }
}

/**
 * Leaves the rest unread when its reader stops: cancelling it would cut the caller's connection.
 */
async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body.values({ preventCancel: true })
  } catch (error) {
    throw new BodyBroken(error)
  }
}

/**
 * Asks the node that passed the call on for its body. That node holds the body back until a node
 * takes the call: what it has sent, it could not send elsewhere.
 */
export function askForBody(c: Context<Env>): void {
  if (c.env?.passed && c.req.header('expect') !== undefined) c.env.outgoing?.writeContinue?.()
}

/** The same call with its body to be read once more. */
export function withBody({ url, method, headers, signal }: Request, bytes: Uint8Array): Request {
  return new Request(url, { method, headers, signal, body: new Uint8Array(bytes) })
}
