import { OWN_GATEWAY_PATH } from '../../contract/gateways/gateway.ts'
import { withoutTrailing } from '../../contract/trailing.ts'

/** Where Socket.IO's own handshakes go. */
export const SOCKET_PATH = '/socket.io/'

/**
 * Whether a call is one of Socket.IO's: it may come with the path of a proxy or the gateway's own
 * before it, or without them, as some clients know no other path than that at the root.
 */
export function isSocketCall(url: string, basePath: string): boolean {
  const [path = ''] = url.split('?')
  return `${belowGateway(path, basePath)}/`.startsWith(SOCKET_PATH)
}

/** The address of such a call at the root, as Socket.IO knows it. */
export function atRoot(url = ''): string {
  const at = url.indexOf('?')
  return at === -1 ? SOCKET_PATH : `${SOCKET_PATH}${url.slice(at)}`
}

/**
 * The instance that a namespace is about; null for all that the key opens. An instance may have the
 * name of the gateway's own path or of a proxy's: where nothing follows it, either may be meant.
 */
export function placeIn(
  namespace: string,
  basePath: string,
): { readonly name: string | null; readonly mayBeRoot: boolean } {
  const place = withoutTrailing(namespace, '/')
  const name = belowNamed(belowNamed(place, basePath), OWN_GATEWAY_PATH).slice(1)
  const mayBeRoot = belowGateway(place, basePath) === ''
  return { name: name === '' ? null : decoded(name), mayBeRoot }
}

function belowNamed(path: string, prefix: string): string {
  return path === prefix ? path : below(path, prefix)
}

function belowGateway(path: string, basePath: string): string {
  return below(below(path, basePath), OWN_GATEWAY_PATH)
}

function below(path: string, prefix: string): string {
  const isBelow = path === prefix || path.startsWith(`${prefix}/`)
  return prefix !== '' && isBelow ? path.slice(prefix.length) : path
}

/** Browsers escape a name that stands in an address; other clients send it as it is. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
