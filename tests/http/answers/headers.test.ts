import { describe, expect, test } from 'vitest'
import { anApp } from '../../support/http/app.ts'

describe('headers', () => {
  test('forbid sniffing, framing, inline scripts and keeping answers', async () => {
    const { request } = await anApp()
    for (const path of ['/', '/health', '/auth/me', '/nada']) {
      const { headers } = await request(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toBe('camera=(), microphone=(), geolocation=()')
      expect(headers.get('strict-transport-security')).toBeNull()
      const policy = headers.get('content-security-policy') ?? ''
      // Two scripts of our own inside the page, by their hashes.
      expect(policy).toMatch(/script-src 'self'(?: 'sha256-[\w+/=]+'){2};/)
      // A page of the console reaches the daemon that served it, and no other host.
      expect(policy).toContain("connect-src 'self';")
      // Files opened in the chat are shown and played from `blob:` addresses of the page.
      expect(policy).toContain("img-src 'self' data: blob:;")
      expect(policy).toContain("media-src 'self' blob:;")
      expect(policy).not.toContain('unsafe')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test.each([
    [true, 'https', 'max-age=31536000'],
    [true, 'http', null],
    [false, 'https', null],
  ])('promise encryption with trustProxy %s and %s: %s', async (trustProxy, scheme, expected) => {
    const { request } = await anApp({ settings: { trustProxy } })
    const { headers } = await request('/health', { headers: { 'x-forwarded-proto': scheme } })
    expect(headers.get('strict-transport-security')).toBe(expected)
  })

  test('let the configured origins in, and no other', async () => {
    const { request } = await anApp({ settings: { corsOrigins: ['https://loja.example/'] } })
    const from = (origin: string, init: RequestInit = {}) =>
      request('/api/campaigns', { ...init, headers: { ...init.headers, origin } })
    const own = await from('https://loja.example')
    expect(own.status).toBe(401)
    expect(own.headers.get('access-control-allow-origin')).toBe('https://loja.example')
    expect(own.headers.get('access-control-allow-credentials')).toBe('true')
    const other = await from('https://evil.example')
    expect(other.headers.get('access-control-allow-origin')).toBeNull()
    const preflight = await from('https://loja.example', {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'PUT' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
  })
})
