import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

const upgradeHeaders = new Set(['connection', 'http2-settings', 'upgrade'])

/**
 * Serves a call that offers another protocol as if it did not: clients that would rather speak
 * HTTP/2 offer it with every first call, and Node hands all of these over once anybody listens to
 * any.
 */
export function serveAsPlainCall(
  server: Server,
  { method, url, httpVersion, headers, rawHeaders }: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (!upgradeHeaders.has(name.toLowerCase())) lines.push(`${name}: ${value}`)
  }
  const isLast = headers.connection?.toLowerCase().includes('close') ?? false
  lines.push(`Connection: ${isLast ? 'close' : 'keep-alive'}`, '', '')
  socket.unshift(Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), head]))
  server.emit('connection', socket)
}
