import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { PrivateTargets } from '../contract/private-targets.ts'

/** A user's URL leads to an address that this server does not let users reach. */
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
/**
 * Ranges of the global IPv6 space that are not public: tunnels with IPv4 addresses inside, and
 * examples.
 */
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
 * Decides where calls may go. A name is judged by the addresses it resolves to, again at each call.
 */
export type Targets = {
  /**
   * Refuses an address that is written in the URL itself.
   * @throws PrivateTargetError
   */
  refuseLiteral(url: URL): void
  /** Resolves the name for a connection; one that leads to any refused address is refused. */
  lookup(url: URL): LookupFunction
}

/** For addresses that the operator has chosen. */
export const anyTarget: Targets = { refuseLiteral: () => undefined, lookup: () => resolve }

/**
 * For addresses from users: allows public ones, the server's own, and those that `allowed` lists.
 */
export function createTargets(allowed: PrivateTargets, ownUrl: () => string): Targets {
  if (allowed.allowsAll) return anyTarget
  const networks = allowed.networks.map(({ family, address, prefix, port }) => {
    const list = new BlockList()
    list.addSubnet(address, prefix, family)
    return { list, port }
  })

  return {
    refuseLiteral(url) {
      const host = hostOf(url)
      if (isIP(host) === 0 || isNamed(url) || mayReach(host, portOf(url))) return
      throw new PrivateTargetError(host)
    },

    lookup: (url) => (isNamed(url) ? resolve : judged(url)),
  }

  function isNamed(url: URL): boolean {
    const own = new URL(ownUrl())
    const names = [...allowed.names, { name: hostOf(own), port: portOf(own) }]
    return names.some(
      ({ name, port }) => name === hostOf(url) && (port === null || port === portOf(url)),
    )
  }

  function mayReach(address: string, port: number): boolean {
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    const isAllowed = networks.some(
      (network) =>
        (network.port === null || network.port === port) && network.list.check(address, family),
    )
    return isAllowed || isPublicAddress(address)
  }

  function judged(url: URL): LookupFunction {
    return (hostname, options, callback) => {
      resolve(hostname, { ...options, all: true }, (error, addresses) => {
        const [first] = addresses ?? []
        if (error || !first) {
          callback(error ?? new Error(`${hostname} has no address`), '')
          return
        }
        const refused = addresses.find(({ address }) => !mayReach(address, portOf(url)))
        if (refused) callback(new PrivateTargetError(`${hostname} (${refused.address})`), '')
        else if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      })
    }
  }
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}
