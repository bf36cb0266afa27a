import { describe, expect, test } from 'vitest'
import type { Passwords } from '../../../src/domain/accounts/credentials.ts'
import { anApp, asJson, errorOf } from '../../support/http/app.ts'
import { quickPasswords } from '../../support/http/services.ts'
import { aPromise } from '../../support/promise.ts'

describe('login', () => {
  test('answers with user and token', async () => {
    const { register, request } = await anApp()
    const { email, password, id } = await register()
    const response = await request('/auth/login', asJson({ email: email.toUpperCase(), password }))
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ user: { id, email }, token: expect.any(String) })
  })

  test('says of a password that it is too long, not that it is missing', async () => {
    const { request } = await anApp()
    const body = { email: 'ana@example.com', password: 'x'.repeat(257) }
    expect(await errorOf(await request('/auth/login', asJson(body)))).toMatchObject({
      status: 400,
      details: [{ path: 'password', message: 'A senha aceita até 256 caracteres.' }],
    })
  })

  test('says the same for a wrong password and for an unknown e-mail', async () => {
    const { register, request } = await anApp()
    const { email } = await register()
    const wrong = await request('/auth/login', asJson({ email, password: 'errada' }))
    const unknown = await request(
      '/auth/login',
      asJson({ email: 'ninguem@example.com', password: 'errada' }),
    )
    expect(await wrong.text()).toBe(await unknown.text())
    expect([wrong.status, unknown.status]).toEqual([401, 401])
  })

  test('refuses the 11th attempt after 10 failures of one e-mail from one address', async () => {
    const { register, request, clock } = await anApp()
    const { email, password } = await register()
    const login = (given: string, address: string) =>
      request('/auth/login', asJson({ email, password: given }), address)
    for (let number = 0; number < 10; number += 1) {
      expect((await login('errada', '198.51.100.1')).status).toBe(401)
    }
    const refused = await login(password, '198.51.100.1')
    expect(await errorOf(refused)).toMatchObject({ status: 429, code: 'too_many' })
    expect(refused.headers.get('retry-after')).toBe('900')
    // A caller at another address is not locked out.
    expect((await login(password, '198.51.100.2')).status).toBe(200)
    clock.advance(15 * 60 * 1000)
    expect((await login(password, '198.51.100.1')).status).toBe(200)
  })

  test('refuses attempts that are made at the same time as well', async () => {
    const { register, request } = await anApp()
    const { email } = await register()
    const attempts = Array.from({ length: 30 }, () =>
      request('/auth/login', asJson({ email, password: 'errada' })),
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  })

  test('turns a crowd away, and keeps nobody at another address waiting behind it', async () => {
    const freed = aPromise()
    const order: string[] = []
    const passwords: Passwords = {
      ...quickPasswords,
      verify: async (password) => {
        await freed.promise
        order.push(password)
        return false
      },
    }
    const { request } = await anApp({ passwords })
    const login = (number: number, password: string, address: string) =>
      request('/auth/login', asJson({ email: `p${number}@example.com`, password }), address)
    const crowd = Array.from({ length: 33 }, (_, number) => login(number, 'x', '198.51.100.1'))
    const refused = await Promise.race(crowd)
    expect(await errorOf(refused)).toMatchObject({ status: 429, code: 'too_many' })
    expect(refused.headers.get('retry-after')).toBe('10')
    const other = login(99, 'outra', '198.51.100.2')
    // The login is in the queue once a later call has been answered.
    await request('/health')
    freed.keep()
    expect((await other).status).toBe(401)
    await Promise.all(crowd)
    expect(order).toHaveLength(33)
    expect(order.indexOf('outra')).toBeLessThan(5)
  })

  test('refuses an address after 50 failures with any e-mails', async () => {
    const { request } = await anApp()
    const statuses: number[] = []
    for (let number = 0; number <= 50; number += 1) {
      const body = asJson({ email: `pessoa${number}@example.com`, password: 'errada' })
      statuses.push((await request('/auth/login', body)).status)
    }
    expect(statuses.slice(0, 50).every((status) => status === 401)).toBe(true)
    expect(statuses[50]).toBe(429)
  })

  test('does not count logins that succeed', async () => {
    const { register, request } = await anApp()
    const { email, password } = await register()
    for (let number = 0; number < 60; number += 1) {
      expect((await request('/auth/login', asJson({ email, password }))).status).toBe(200)
    }
  })

  test.each([
    [true, 429],
    [false, 401],
  ])('believes the last X-Forwarded-For entry: %s', async (trustProxy, last) => {
    const { request } = await anApp({ settings: { trustProxy } })
    const statuses: number[] = []
    for (let number = 0; number <= 10; number += 1) {
      const { headers, ...init } = asJson({ email: 'a@example.com', password: 'errada' })
      // Only the last entry is the proxy's own; the caller may write anything before it.
      const forwarded = { 'x-forwarded-for': `10.0.0.${number}, 192.0.2.1` }
      const response = await request(
        '/auth/login',
        { ...init, headers: { ...headers, ...forwarded } },
        `198.51.100.${trustProxy ? number : number + 1}`,
      )
      statuses.push(response.status)
    }
    expect(statuses.at(-1)).toBe(last)
  })
})

describe('a proxy that is not trusted', () => {
  const forwarded = { headers: { 'x-forwarded-for': '192.0.2.1' } }

  test('is logged once, with the setting to change', async () => {
    const { request, logged } = await anApp()
    for (let count = 0; count < 3; count += 1) await request('/health', forwarded)
    const warnings = logged.filter(({ level }) => level === 'warn')
    expect(warnings).toHaveLength(1)
    expect(JSON.stringify(warnings)).toContain('DISPARO_TRUST_PROXY')
  })

  test('is not logged where the proxy is trusted', async () => {
    const { request, logged } = await anApp({ settings: { trustProxy: true } })
    await request('/health', forwarded)
    expect(logged.filter(({ level }) => level === 'warn')).toEqual([])
  })
})
