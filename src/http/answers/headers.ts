import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { pageStyle } from '../../pages/page-style.ts'
import { reportStyle } from '../../pages/report-style.ts'
import { type Env, isSecure } from '../requests/client.ts'
import type { HttpSettings } from '../services.ts'

const YEAR_SECONDS = 31_536_000
const PREFLIGHT_SECONDS = 600

/** The style sheets that stand inside a page; a page from a `blob:` has the policy of its maker. */
const styleHashes = [pageStyle, reportStyle]
  .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  .join(' ')

/** Scripts and styles come from here alone, and nothing inline runs. */
const contentPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  `style-src 'self' ${styleHashes}`,
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const defaults: Readonly<Record<string, string>> = {
  'content-security-policy': contentPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  // Answers hold a user's own data unless a route says otherwise.
  'cache-control': 'no-store',
}

/** Headers that every answer has, where the route did not set its own. */
export function secureHeaders({
  trustProxy,
}: Pick<HttpSettings, 'trustProxy'>): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(defaults)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    }
    // Without encryption the promise would lock the address out of browsers.
    if (isSecure(c, trustProxy)) {
      c.res.headers.set('strict-transport-security', `max-age=${YEAR_SECONDS}`)
    }
  }
}

/** Lets pages of the configured origins call; without any, browsers keep all others out. */
export function crossOrigin({ corsOrigins }: HttpSettings): MiddlewareHandler<Env> | null {
  if (corsOrigins.length === 0) return null
  return cors({
    origin: corsOrigins.map((origin) => new URL(origin).origin),
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['authorization', 'apikey', 'content-type', 'last-event-id'],
    exposeHeaders: ['link', 'retry-after', 'content-disposition'],
    // Clients of the interface ask for credentials to be included, although none are needed.
    credentials: true,
    maxAge: PREFLIGHT_SECONDS,
  })
}
