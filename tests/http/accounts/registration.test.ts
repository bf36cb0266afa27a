import { describe, expect, test } from 'vitest'
import { anApp, asJson, errorOf } from '../../support/http/app.ts'

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
