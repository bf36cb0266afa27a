import { isIPv6 } from 'node:net'
import type { Context } from 'hono'
import type { PassedCall } from '../../domain/cluster/passed-call.ts'

/** Facts from the server under the app; absent where a test calls the app itself. */
export type Env = {
  Bindings: {
    incoming?: {
      socket?: { remoteAddress?: string | undefined }
      /** Whether the whole body has arrived. */
      complete?: boolean
    }
    outgoing?: {
      /** Lets a caller that waits for it send its body. */
      writeContinue?: () => void
      /** Cuts the connection. */
      destroy?: () => void
    }
    /** What the front of a node knows of a call that it hands to an engine. */
    passed?: PassedCall
  }
}

/** Whether an unread part of the call's body is still arriving. */
export function isStillSending(c: Context<Env>): boolean {
  return c.env?.incoming?.complete === false
}

/**
 * The caller's address, as far as it can be trusted: the socket's, or the proxy's last entry.
 * Earlier entries of the header are whatever the caller sent.
 */
export function clientAddress(c: Context<Env>, trustProxy: boolean): string {
  if (c.env?.passed) return c.env.passed.address
  const remote = c.env?.incoming?.socket?.remoteAddress
  return addressOf({ forwarded: c.req.header('x-forwarded-for'), remote }, trustProxy)
}

/** The caller's address by the proxy's header and the socket's address. */
export function addressOf(
  { forwarded, remote }: { forwarded: string | undefined; remote: string | undefined },
  trustProxy: boolean,
): string {
  const forwardedAddress = trustProxy ? forwarded?.split(',').at(-1)?.trim() : ''
  return normalise(forwardedAddress || remote || 'unknown')
}

/** Whether the caller's side of the connection is encrypted. */
export function isSecure(c: Context<Env>, trustProxy: boolean): boolean {
  if (c.env?.passed) return c.env.passed.isSecure
  const forwarded = trustProxy ? c.req.header('x-forwarded-proto')?.split(',').at(-1)?.trim() : ''
  return forwarded ? forwarded === 'https' : c.req.url.startsWith('https:')
}

/** Reduces IPv6 addresses to their /64, which one household has as a whole. */
function normalise(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const gap = address.includes('::') ? Math.max(0, 8 - left.length - right.length) : 0
  const groups = [...left, ...Array<string>(gap).fill('0'), ...right]
  return `${groups.slice(0, 4).join(':')}::/64`
}
