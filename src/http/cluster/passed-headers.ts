import { PASS_HEADER } from './pass.ts'

/** Headers of one connection, each of which sets its own. */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
const notOfCalls = new Set([...hopByHop, 'content-length', 'expect', 'host', PASS_HEADER])
const notOfAnswers = new Set([...hopByHop, PASS_HEADER])

/** The headers of a call for the next node. What proxies said about the client is in the pass. */
export function passedHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...endToEnd(headers, notOfCalls)].filter(
      ([name]) => !/^(?:forwarded|x-forwarded-.*|x-real-ip)$/.test(name),
    ),
  )
}

/** The headers of a node's answer for the client. */
export function answeredHeaders(pairs: readonly (readonly [string, string])[]): Headers {
  const headers = new Headers()
  for (const [name, value] of pairs) headers.append(name, value)
  const passed = new Headers()
  for (const [name, value] of endToEnd(headers, notOfAnswers)) passed.append(name, value)
  return passed
}

function* endToEnd(headers: Headers, dropped: ReadonlySet<string>): Iterable<[string, string]> {
  const named = headers
    .get('connection')
    ?.toLowerCase()
    .split(',')
    .map((word) => word.trim())
  const ofConnection = new Set(named)
  for (const [name, value] of headers) {
    if (!dropped.has(name) && !ofConnection.has(name)) yield [name, value]
  }
}
