import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { listenOnLoopback } from '../loopback.ts'

export type Seen = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The body as it arrived. */
  readonly text: string
}

type Answer = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, unless it is text. */
  readonly body?: unknown
}

type StandIn = { readonly url: string; readonly seen: readonly Seen[] }
type Play = (call: Seen, response: ServerResponse) => Answer | null

/** As `startStandIn`, until the test ends. */
export async function aStandIn(answer: Play): Promise<StandIn> {
  const standIn = await startStandIn(answer)
  onTestFinished(standIn.close)
  return standIn
}

/**
 * A foreign service on loopback: answers as the test says, and keeps the requests. An answer of
 * null never comes.
 */
export async function startStandIn(
  answer: Play,
): Promise<StandIn & { readonly close: () => void }> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const call = { method, path, headers, text: Buffer.concat(chunks).toString() }
      seen.push(call)
      const given = answer(call, response)
      if (!given) return
      const { status = 200, body = null, headers: extra = {} } = given
      response.writeHead(status, { 'content-type': 'application/json', ...extra })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  return {
    url: await listenOnLoopback(server),
    seen,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
