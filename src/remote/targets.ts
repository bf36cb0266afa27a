import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** A URL that a user gave leads where this server does not let users reach. */
export class PrivateTargetError extends Error {
  constructor(address: string) {
    super(`${address} is not a public address`)
    this.name = 'PrivateTargetError'
  }
}

const notPublic = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv4')
}
/** Of the global IPv6 space: tunnels that carry IPv4 addresses inside, and examples. */
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv6')
}
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')

/** Whether an address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !notPublic.check(address, 'ipv4')
  if (version !== 6) return false
  // Everything outside the global space is local, mapped or reserved.
  return globalIpv6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

/**
 * Refuses an address that stands in the URL itself; a name is judged when it has been resolved.
 * @throws PrivateTargetError
 */
export function refusePrivateLiteral({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateTargetError(host)
}

/** Resolves names for a connection; one that leads to any private address is refused. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) {
      callback(error ?? new Error(`${hostname} has no address`), '')
      return
    }
    const refused = addresses.find(({ address }) => !isPublicAddress(address))
    if (refused) callback(new PrivateTargetError(`${hostname} (${refused.address})`), '')
    else if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}
