import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { TOTAL_HEADER } from '../../contract/api/client.ts'
import { appearanceScript } from '../../pages/appearance-script.ts'
import { frameScript, frameStyle } from '../../pages/console-frame.tsx'
import { pageStyle } from '../../pages/page-style.ts'
import { reportStyle } from '../../pages/report-style.ts'
import { type Env, isSecure } from '../requests/client.ts'
import type { HttpSettings } from '../services.ts'

const YEAR_SECONDS = 31_536_000
const PREFLIGHT_SECONDS = 600

/** Hashes of the style sheets inside pages; a page from a `blob:` inherits its maker's policy. */
const styleHashes = [pageStyle, reportStyle, frameStyle].map(hashOf)

type Options = NonNullable<Parameters<typeof secureHeaders>[0]>

const options: Options = {
  /** Allows scripts and styles from here alone, and nothing inline but these. */
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...[appearanceScript, frameScript].map(hashOf)],
    styleSrc: ["'self'", ...styleHashes],
    imgSrc: ["'self'", 'data:', 'blob:'],
    mediaSrc: ["'self'", 'blob:'],
    connectSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
  permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
  xFrameOptions: 'DENY',
  // Headers that make promises about other hosts of this domain, or that no current browser reads.
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  strictTransportSecurity: false,
  // Keeps a route's own headers: an upload may be embedded in other sites.
  overwrite: false,
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** Sets the headers that every answer has, where the route did not set its own. */
export function protectiveHeaders({
  trustProxy,
}: Pick<HttpSettings, 'trustProxy'>): MiddlewareHandler<Env> {
  const plain = secureHeaders(options)
  // Only over HTTPS: without it, HSTS would lock browsers out.
  const encrypted = secureHeaders({
    ...options,
    strictTransportSecurity: `max-age=${YEAR_SECONDS}`,
  })
  return async (c, next) => {
    await (isSecure(c, trustProxy) ? encrypted : plain)(c, next)
    // Answers hold a user's own data unless a route says otherwise.
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  }
}

/** Allows calls from pages of the configured origins; without any, browsers block all others. */
export function crossOrigin({ corsOrigins }: HttpSettings): MiddlewareHandler<Env> | null {
  if (corsOrigins.length === 0) return null
  return cors({
    origin: corsOrigins.map((origin) => new URL(origin).origin),
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['authorization', 'apikey', 'content-type', 'idempotency-key', 'last-event-id'],
    exposeHeaders: ['link', TOTAL_HEADER, 'retry-after', 'content-disposition'],
    // Clients of the interface ask for credentials to be included, although none are needed.
    credentials: true,
    maxAge: PREFLIGHT_SECONDS,
  })
}
