import { describe, expect, test } from 'vitest'
import { anApp, asJson, errorOf } from '../../support/http/app.ts'

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
