import { request } from 'node:http'
import { createServer } from 'node:https'
import { pipeline } from 'node:stream'
import { onTestFinished } from 'vitest'
import type { MediaCertificate } from '../../../src/simulator/messages/media-server.ts'
import { listenOnLoopback } from '../loopback.ts'

/** A TLS proxy in front of a node; answers as proxies do where nothing listens any more. */
export async function aTlsProxy(
  target: string,
  { certificatePem: cert, keyPem: key }: MediaCertificate,
): Promise<string> {
  const server = createServer({ cert, key }, (incoming, outgoing) => {
    const { method, url = '/', headers } = incoming
    const call = request(`${target}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.rawHeaders)
      outgoing.flushHeaders()
      pipeline(answer, outgoing, () => undefined)
    })
    pipeline(incoming, call, (error) => {
      if (error && !outgoing.headersSent) outgoing.writeHead(502).end('<h1>Bad Gateway</h1>')
    })
    outgoing.once('close', () => call.destroy())
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (await listenOnLoopback(server)).replace('http:', 'https:')
}
