import { z } from 'zod'

/**
 * Which private or loopback addresses a user's URL may lead to: all, none, or those that the
 * server's operator has listed.
 */
export type PrivateTargets = {
  readonly allowsAll: boolean
  readonly names: readonly { readonly name: string; readonly port: number | null }[]
  readonly networks: readonly Network[]
}

type Network = {
  readonly family: 'ipv4' | 'ipv6'
  readonly address: string
  readonly prefix: number
  /** Null allows any port. */
  readonly port: number | null
}

export const PRIVATE_TARGETS_VARIABLE = 'DISPARO_PRIVATE_TARGETS'

const HOST_NAME_MAX_LENGTH = 253
const MAX_PORT = 65_535
const FAMILIES = [
  { family: 'ipv4', address: z.ipv4(), network: z.cidrv4(), bits: 32 },
  { family: 'ipv6', address: z.ipv6(), network: z.cidrv6(), bits: 128 },
] as const

/** `deny`, `allow`, or hosts, `host:port` and networks with commas between them. */
export const PrivateTargets = z
  .string()
  .default('deny')
  .transform((text, issues): PrivateTargets => {
    const given = text.trim().toLowerCase()
    const empty = { allowsAll: given === 'allow', names: [], networks: [] }
    if (given === 'allow' || given === 'deny') return empty
    const entries = given.split(',').map((entry) => readEntry(entry.trim()))
    if (entries.some((entry) => entry === null)) {
      issues.addIssue({
        code: 'custom',
        message:
          'use deny, allow ou uma lista de endereços, como 127.0.0.1:5678,n8n:5678,10.0.0.0/8.',
      })
    }
    return {
      ...empty,
      names: entries.flatMap((entry) => (entry && 'name' in entry ? [entry] : [])),
      networks: entries.flatMap((entry) => (entry && 'family' in entry ? [entry] : [])),
    }
  })

function readEntry(entry: string): Network | PrivateTargets['names'][number] | null {
  for (const { family, network } of FAMILIES) {
    if (!network.safeParse(entry).success) continue
    const [address = '', prefix] = entry.split('/')
    return { family, address, prefix: Number(prefix), port: null }
  }
  const { host, port } = splitPort(entry)
  if (port !== null && !(Number.isInteger(port) && port > 0 && port <= MAX_PORT)) return null
  const found = FAMILIES.find(({ address }) => address.safeParse(host).success)
  if (found) return { family: found.family, address: host, prefix: found.bits, port }
  // Refuses a bare word as a mistyped setting; with its port it is a host.
  const isNamed = port !== null || host.includes('.') || host === 'localhost'
  return isNamed && isHostName(host) ? { name: host, port } : null
}

/** Splits off the port; an IPv6 address has colons of its own, and brackets in front of a port. */
function splitPort(entry: string): { readonly host: string; readonly port: number | null } {
  if (entry.startsWith('[')) {
    const end = entry.indexOf(']')
    const rest = entry.slice(end + 1)
    const isPort = rest.startsWith(':')
    return { host: entry.slice(1, end), port: isPort ? Number(rest.slice(1)) : null }
  }
  const parts = entry.split(':')
  const [host = '', port] = parts
  return parts.length === 2 ? { host, port: Number(port) } : { host: entry, port: null }
}

function isHostName(host: string): boolean {
  return host.length <= HOST_NAME_MAX_LENGTH && /^[a-z\d_][\w.-]*$/.test(host)
}
