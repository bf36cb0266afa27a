import { describe, expect, test } from 'vitest'
import { anApp, asJson, errorOf } from '../../support/http/app.ts'

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
