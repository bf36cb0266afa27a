import { evolutionApi } from '../../contract/api/gateways/evolution-api.ts'
import { evolutionPaths } from '../../contract/api/gateways/evolution-paths.ts'
import { OWN_GATEWAY_PATH } from '../../contract/gateways/gateway.ts'

const knownPaths = evolutionPaths.map(({ path }) => `${OWN_GATEWAY_PATH}/${path}`)
/** The fixed parts of the gateway's paths as the contract writes them, by themselves in lower case. */
const fixedParts = new Map(
  [...Object.values(evolutionApi).map(({ path }) => path), ...knownPaths].map((path) => {
    const fixed = path.replace(/\/\{.*$/, '')
    return [fixed.toLowerCase(), fixed]
  }),
)
/** `/gateway`, what the call is about, and what it does; an instance's name comes behind. */
const MAX_FIXED = 3

/**
 * Finds the path of the gateway's call that a client means: some write a slash at the end or two
 * between, others everything in lower case. An instance's name stays as it is.
 */
export function gatewayPath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '')
  if (`/${parts[0]?.toLowerCase()}` !== OWN_GATEWAY_PATH) return path
  for (let count = Math.min(MAX_FIXED, parts.length); count > 0; count -= 1) {
    const fixed = fixedParts.get(`/${parts.slice(0, count).join('/').toLowerCase()}`)
    if (fixed !== undefined) return [fixed, ...parts.slice(count)].join('/')
  }
  return `/${parts.join('/')}`
}

/** The same at an address where the gateway stands alone; its prefix may be there or not. */
export function gatewayPathAtRoot(path: string): string {
  const isPrefixed = new RegExp(`^/*${OWN_GATEWAY_PATH.slice(1)}(?:/|$)`, 'i').test(path)
  return gatewayPath(isPrefixed ? path : `${OWN_GATEWAY_PATH}/${path}`)
}
