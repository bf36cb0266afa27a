import { describe, expect, test } from 'vitest'
import type { Passwords } from '../../src/domain/accounts/credentials.ts'
import { anApp, asJson, errorOf } from '../support/http/app.ts'
import { quickPasswords } from '../support/http/services.ts'
import { aPromise } from '../support/promise.ts'

const ana = { name: 'Ana Conceição', email: 'Ana@Example.com', password: 'uma boa senha' }

describe('registration', () => {
  test('answers the user and a token that signs in', async () => {
    const { request } = await anApp()
    const response = await request('/auth/register', asJson(ana))
    expect(response.status).toBe(201)
    const { user, token } = await response.json()
    expect(user).toEqual({
      id: expect.any(String),
      name: 'Ana Conceição',
      email: 'Ana@Example.com',
      nome_da_instancia: 'ana-conceicao',
      apikey: expect.stringMatching(/^[\w-]{43}$/),
    })
    const me = await request('/auth/me', { headers: { authorization: `Bearer ${token}` } })
    expect(await me.json()).toEqual({ user })
  })

  test('takes an e-mail once, whatever its case', async () => {
    const { request } = await anApp()
    await request('/auth/register', asJson(ana))
    const again = await request('/auth/register', asJson({ ...ana, email: 'ANA@example.COM' }))
    expect(await errorOf(again)).toEqual({
      status: 409,
      code: 'email_taken',
      error: 'Este e-mail já está cadastrado.',
      message: 'Este e-mail já está cadastrado.',
    })
  })

  test('takes an e-mail once when two register at the same time', async () => {
    const { request } = await anApp()
    const both = await Promise.all([
      request('/auth/register', asJson(ana)),
      request('/auth/register', asJson(ana)),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('names each refused field in Portuguese', async () => {
    const { request } = await anApp()
    const response = await request(
      '/auth/register',
      asJson({ name: ' ', email: 'sem arroba', password: '1234567' }),
    )
    expect(await errorOf(response)).toMatchObject({
      status: 400,
      code: 'invalid',
      details: [
        { path: 'name', message: 'Informe o nome.' },
        { path: 'email', message: 'Informe um e-mail válido.' },
        { path: 'password', message: 'A senha precisa de pelo menos 8 caracteres.' },
      ],
    })
  })

  test.each([
    ['closed', 0],
    ['first', 1],
  ] as const)('is refused where signup is %s and there are %i users', async (signup, before) => {
    const { request } = await anApp({ signup })
    const statuses: number[] = []
    for (let count = 0; count <= before; count += 1) {
      const email = `pessoa${count}@example.com`
      statuses.push((await request('/auth/register', asJson({ ...ana, email }))).status)
    }
    expect(statuses).toEqual([...Array<number>(before).fill(201), 400])
  })

  test('is limited to 20 an hour from one address', async () => {
    const { request, clock } = await anApp()
    const register = async (number: number, address: string) => {
      const body = asJson({ ...ana, email: `pessoa${number}@example.com` })
      return request('/auth/register', body, address)
    }
    for (let number = 0; number < 20; number += 1) {
      expect((await register(number, '198.51.100.1')).status).toBe(201)
    }
    const refused = await register(20, '198.51.100.1')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('3600')
    expect((await register(21, '198.51.100.2')).status).toBe(201)
    clock.advance(60 * 60 * 1000)
    expect((await register(22, '198.51.100.1')).status).toBe(201)
  })

  test('counts the addresses of one IPv6 household as one', async () => {
    const { request } = await anApp()
    const statuses: number[] = []
    for (let number = 0; number <= 20; number += 1) {
      const body = asJson({ ...ana, email: `pessoa${number}@example.com` })
      statuses.push((await request('/auth/register', body, `2001:db8:1:2::${number + 1}`)).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })
})

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
    // Whoever is elsewhere is not locked out by it.
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
    // It has come as far as its turn once a second look at the account has been answered.
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

describe('an own account', () => {
  test('gets another name; what campaigns go by stays', async () => {
    const { register } = await anApp()
    const { call, id } = await register()
    const changed = await call('/auth/me', asJson({ name: ' Loja do Beto ' }, 'PATCH'))
    const expected = { id, name: 'Loja do Beto', nome_da_instancia: 'loja-da-ana' }
    expect(await changed.json()).toMatchObject({ user: expected })
    expect(await (await call('/auth/me')).json()).toMatchObject({ user: expected })
    const refused = await call('/auth/me', asJson({ name: ' ' }, 'PATCH'))
    expect(await errorOf(refused)).toMatchObject({
      status: 400,
      details: [{ path: 'name', message: 'Informe o nome.' }],
    })
  })
})

describe('sessions', () => {
  async function twoPlaces() {
    const { register, request, clock } = await anApp()
    const { email, password, apikey, call } = await register()
    clock.advance(1000)
    const { headers, ...init } = asJson({ email, password })
    const agent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15'
    const answer = await request('/auth/login', {
      ...init,
      headers: { ...headers, 'user-agent': agent },
    })
    const { token } = await answer.json()
    const elsewhere = async () =>
      (await request('/auth/me', { headers: { authorization: `Bearer ${token}` } })).status
    const list = async () => await (await call('/auth/sessions')).json()
    return { call, clock, request, apikey, elsewhere, list }
  }

  test('tell where and since when the account is open, newest first', async () => {
    const { list, clock } = await twoPlaces()
    const [newest, own] = await list()
    expect(newest).toMatchObject({ aparelho: 'Safari no macOS', atual: false })
    expect(own).toMatchObject({ aparelho: 'Programa desconhecido', atual: true })
    expect(Date.parse(newest.created_at)).toBe(clock.now())
  })

  test('end one by one: its token is refused, and it is listed no more', async () => {
    const { call, elsewhere, list } = await twoPlaces()
    const [{ id }] = await list()
    expect((await call(`/auth/sessions/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await elsewhere()).toBe(401)
    expect(await list()).toHaveLength(1)
    const again = await call(`/auth/sessions/${id}`, { method: 'DELETE' })
    expect(await errorOf(again)).toMatchObject({ status: 404, code: 'session_not_found' })
  })

  test('end all but the one that asks; by apikey, all of them', async () => {
    const { call, elsewhere, list, request, apikey } = await twoPlaces()
    expect((await call('/auth/sessions', { method: 'DELETE' })).status).toBe(204)
    expect(await elsewhere()).toBe(401)
    expect(await list()).toMatchObject([{ atual: true }])
    const byKey = { method: 'DELETE', headers: { apikey } }
    expect((await request('/auth/sessions', byKey)).status).toBe(204)
    expect((await call('/auth/me')).status).toBe(401)
    expect((await request('/auth/me', { headers: { apikey } })).status).toBe(200)
  })

  test('are no more than a hundred in the list, however often a program signs in', async () => {
    const { register, request } = await anApp()
    const { email, password, call } = await register()
    for (let count = 0; count < 105; count += 1) {
      await request('/auth/login', asJson({ email, password }))
    }
    const known: unknown[] = await (await call('/auth/sessions')).json()
    expect(known).toHaveLength(100)
  })
})

describe('a session', () => {
  test('ends with its logout, and no other one does', async () => {
    const { register, request } = await anApp()
    const { email, password, call } = await register()
    const other = await request('/auth/login', asJson({ email, password }))
    const { token } = await other.json()
    expect((await call('/auth/logout', { method: 'POST' })).status).toBe(204)
    expect((await call('/auth/me')).status).toBe(401)
    const stillIn = await request('/auth/me', { headers: { authorization: `Bearer ${token}` } })
    expect(stillIn.status).toBe(200)
  })

  test('ends after seven days', async () => {
    const { register, clock } = await anApp()
    const { call } = await register()
    clock.advance(7 * 24 * 60 * 60 * 1000 - 1000)
    expect((await call('/auth/me')).status).toBe(200)
    clock.advance(1000)
    expect((await call('/auth/me')).status).toBe(401)
  })

  test('ends when another one changes the password; the one that did goes on', async () => {
    const { register, request } = await anApp()
    const { email, password, call } = await register()
    const login = async (given: string) =>
      request('/auth/login', asJson({ email, password: given }))
    const { token } = await (await login(password)).json()
    const change = asJson({ current: password, password: 'outra boa senha' })
    expect((await call('/auth/password', change)).status).toBe(204)
    expect((await call('/auth/me')).status).toBe(200)
    const other = await request('/auth/me', { headers: { authorization: `Bearer ${token}` } })
    expect(other.status).toBe(401)
    expect((await login(password)).status).toBe(401)
    expect((await login('outra boa senha')).status).toBe(200)
  })

  test.each([
    [true, 401],
    [false, 200],
    [undefined, 200],
  ])('is followed by a new apikey where that is asked for: %s', async (renew_apikey, status) => {
    const { register, request } = await anApp()
    const { apikey, password, call } = await register()
    const change = asJson({ current: password, password: 'outra boa senha', renew_apikey })
    expect((await call('/auth/password', change)).status).toBe(204)
    expect((await request('/auth/me', { headers: { apikey } })).status).toBe(status)
    const { user } = await (await call('/auth/me')).json()
    expect((await request('/auth/me', { headers: { apikey: user.apikey } })).status).toBe(200)
  })

  test('keeps its password when the current one is wrong', async () => {
    const { register } = await anApp()
    const { call } = await register()
    const response = await call(
      '/auth/password',
      asJson({ current: 'errada', password: 'outra boa senha' }),
    )
    expect(await errorOf(response)).toMatchObject({ status: 400, code: 'wrong_password' })
  })

  test.each([
    ['nothing', {}],
    ['an unknown apikey', { apikey: 'x'.repeat(43) }],
    ['a token of our shape', { authorization: 'Bearer a.b.c' }],
    ['another scheme', { authorization: 'Basic YTpi' }],
    [
      'an unsigned token',
      {
        authorization: `Bearer ${btoa('{"alg":"none"}').replaceAll('=', '')}.${btoa('{"sub":"id-1"}').replaceAll('=', '')}.`,
      },
    ],
  ])('is refused for %s', async (_, headers) => {
    const { register, request } = await anApp()
    await register()
    const response = await request('/auth/me', { headers })
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(await errorOf(response)).toMatchObject({ status: 401, code: 'unauthorized' })
  })
})

describe('the apikey', () => {
  test('signs in as a header of its own and as Bearer', async () => {
    const { register, request } = await anApp()
    const { apikey, id } = await register()
    for (const headers of [{ apikey }, { authorization: `Bearer ${apikey}` }]) {
      const me = await request('/auth/me', { headers })
      expect(await me.json()).toMatchObject({ user: { id } })
    }
  })

  test('is renewed, and the old one is refused', async () => {
    const { register, request, ...rest } = await anApp()
    const { apikey, call } = await register()
    const { apikey: renewed } = await (await call('/auth/apikey', { method: 'POST' })).json()
    expect(renewed).not.toBe(apikey)
    expect((await request('/auth/me', { headers: { apikey } })).status).toBe(401)
    expect((await request('/auth/me', { headers: { apikey: renewed } })).status).toBe(200)
    expect(JSON.stringify(rest.logged)).not.toContain(apikey)
  })

  test('has no session to end', async () => {
    const { register, request } = await anApp()
    const { apikey } = await register()
    const logout = await request('/auth/logout', { method: 'POST', headers: { apikey } })
    expect(logout.status).toBe(204)
    expect((await request('/auth/me', { headers: { apikey } })).status).toBe(200)
  })
})
