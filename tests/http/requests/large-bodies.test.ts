import { describe, expect, test } from 'vitest'
import { asJson, errorOf } from '../../support/http/app.ts'
import { sharedApp } from '../../support/http/shared-app.ts'

/** Every test has a person of its own, who sees no lists but theirs. */
const shared = sharedApp()

/** Rows that fill a body which is read in pieces, and a few that do not. */
const MANY = 8_000
const FEW = 3

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Cliente da Silva ${index}`,
    phone: `6199${1_000_000 + index}`,
    campos: { cidade: 'São Paulo' },
  }))

const raw = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
})

describe('a body that is read in pieces', () => {
  test('brings its contacts, as rows or as text', async () => {
    const { register } = shared()
    const { call } = await register()
    const rows = rowsOf(MANY)
    const asText = JSON.stringify(rows)
    const created = await call('/api/contacts', asJson({ name: 'Muitos', contatos: rows }))
    expect(created.status).toBe(201)
    const { id, added }: { id: string; added: number } = await created.json()
    expect(added).toBe(MANY)
    const patched = await call(`/api/contacts/${id}`, {
      ...asJson({ contatos: asText }),
      method: 'PATCH',
    })
    expect(await patched.json()).toMatchObject({ added: 0, duplicates: MANY })
    const put = await call(`/api/contacts/${id}`, {
      ...asJson({ name: 'Outros', contatos: asText }),
      method: 'PUT',
    })
    expect(await put.json()).toMatchObject({ name: 'Outros', total: MANY })
    const { contatos }: { contatos: string } = await (await call(`/api/contacts/${id}`)).json()
    expect(JSON.parse(contatos).at(-1)).toEqual({
      name: `Cliente da Silva ${MANY - 1}`,
      phone: `55${rows.at(-1)?.phone}`,
      campos: { cidade: 'São Paulo' },
    })
  })

  test.each([
    ['a row that is none', (rows: object[]) => ({ contatos: [...rows, 1] })],
    ['fields that are none', (rows: object[]) => ({ contatos: [...rows, { campos: [] }] })],
    ['text that is no JSON', (rows: object[]) => ({ contatos: `${JSON.stringify(rows)}]` })],
    ['text of something else', (rows: object[]) => ({ contatos: JSON.stringify({ rows }) })],
    ['text of white space', (rows: object[]) => ({ contatos: ' '.repeat(100 * rows.length) })],
    ['an object', (rows: object[]) => ({ contatos: { rows } })],
    ['contacts under another name', (rows: object[]) => ({ contacts: rows })],
    ['a wrong origin beside them', (rows: object[]) => ({ contatos: rows, origem: 'x' })],
    [
      'refused rows',
      (rows: object[]) => ({ contatos: rows.map(() => ({ phone: '1' })).slice(-200) }),
    ],
    ['another shape', (rows: object[]) => rows],
  ])('is refused with the same words as a small one: %s', async (_name, bodyOf) => {
    const { register } = shared()
    const { call } = await register()
    const answers = [FEW, MANY].map((count) =>
      call('/api/contacts', asJson({ ...bodyOf(rowsOf(count)) })),
    )
    const [small, large] = await Promise.all(answers.map(async (one) => errorOf(await one)))
    expect(large).toMatchObject({ status: 400, code: small?.code })
    expect(small?.code).not.toBe('malformed_json')
  })

  test('reports of changed rows what the whole body would have reported', async () => {
    const { register } = shared()
    const { call } = await register()
    const created = await call('/api/contacts', asJson({ contatos: rowsOf(MANY) }))
    const { id }: { id: string } = await created.json()
    const change = (body: object) => call(`/api/contacts/${id}/rows`, asJson(body, 'PATCH'))
    const changes = rowsOf(MANY).map((row) => {
      const antes = { ...row, phone: `55${row.phone}` }
      return { phone: antes.phone, antes, depois: { ...antes, name: `${row.name} Filho` } }
    })
    const wrong = changes.map((one, place) => {
      return place === 5 || place === 7_123 ? { ...one, depois: { ...one.depois, name: 1 } } : one
    })
    expect(await errorOf(await change({ alterar: wrong, remover: [''] }))).toMatchObject({
      status: 400,
      details: [
        { path: 'alterar.5.depois.name', message: 'Informe o nome.' },
        { path: 'remover.0', message: 'Informe o telefone.' },
        { path: 'alterar.7123.depois.name', message: 'Informe o nome.' },
      ],
    })
    expect(await errorOf(await change({ alterar: [...changes, ...changes] }))).toMatchObject({
      status: 400,
      details: [{ path: 'alterar', message: 'São aceitas até 10000 alterações de uma vez.' }],
    })
    const half = changes.slice(0, MANY / 2)
    const others = changes.slice(MANY / 2).map(({ phone }) => phone)
    const report = await change({ alterar: [...half, ...half.slice(0, 1)], remover: others })
    expect(await report.json()).toMatchObject({
      ...{ total: MANY / 2, changed: MANY / 2, removed: MANY / 2, recusados: [] },
      conflitos: [{ phone: half[0]?.phone }],
    })
    const page = await call(`/api/contacts/${id}/rows?limit=1`)
    expect(await page.json()).toMatchObject({
      total: MANY / 2,
      colunas: ['cidade'],
      contatos: [{ name: 'Cliente da Silva 0 Filho', campos: { cidade: 'São Paulo' } }],
    })
  })

  test('is refused where a contact has more columns than a list may have', async () => {
    const { register } = shared()
    const { call } = await register()
    const cells = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, place) => [`c${place}`, 'x']))
    const row = (count: number) => ({ name: 'Ana', phone: '5561999990000', campos: cells(count) })
    const message = 'São aceitas até 200 colunas por contato.'
    const refused = await call('/api/contacts', asJson({ contatos: [row(201), ...rowsOf(FEW)] }))
    expect(await refused.json()).toMatchObject({ added: FEW, invalid: [{ reason: message }] })
    const created = await call('/api/contacts', asJson({ contatos: [row(200)] }))
    const { id }: { id: string } = await created.json()
    const change = { phone: row(1).phone, antes: row(200), depois: row(201) }
    const answer = await call(`/api/contacts/${id}/rows`, asJson({ alterar: [change] }, 'PATCH'))
    expect(await errorOf(answer)).toMatchObject({
      status: 400,
      details: [{ path: 'alterar.0.depois.campos', message }],
    })
  })

  test('is refused where more of it is wrong than can be reported', async () => {
    const { register } = shared()
    const { call } = await register()
    const days = Array.from({ length: 200_000 }, () => 9)
    const cells = Object.fromEntries(Array.from({ length: 15_000 }, (_, place) => [`c${place}`, 1]))
    const row = { name: 'Ana', phone: '5561999990000', campos: cells }
    const created = await call('/api/contacts', asJson({ contatos: rowsOf(FEW) }))
    const { id }: { id: string } = await created.json()
    const changes = Array.from({ length: 20 }, () => ({
      phone: row.phone,
      antes: row,
      depois: row,
    }))
    for (const answer of [
      await call('/api/campaigns', asJson({ name: 'x', janelas: [{ dias: days }] })),
      await call(`/api/contacts/${id}/rows`, asJson({ alterar: changes }, 'PATCH')),
    ]) {
      expect(await errorOf(answer)).toMatchObject({ status: 400, code: 'invalid' })
    }
  })

  test('is refused where it is no JSON', async () => {
    const { register } = shared()
    const { call } = await register()
    const whole = JSON.stringify({ contatos: rowsOf(MANY) })
    for (const body of [`${whole},`, whole.slice(0, -1), whole.replace('},{', '}{')]) {
      expect(await errorOf(await call('/api/contacts', raw(body)))).toMatchObject({
        status: 400,
        code: 'malformed_json',
      })
    }
  })

  test('is known again under its key', async () => {
    const { register } = shared()
    const { call } = await register()
    const under = (body: object): RequestInit => {
      const init = asJson(body)
      return { ...init, headers: { ...init.headers, 'idempotency-key': 'k' } }
    }
    const list = { name: 'Muitos', contatos: rowsOf(MANY) }
    const first = await call('/api/contacts', under(list))
    const again = await call('/api/contacts', under(list))
    expect(await again.json()).toEqual(await first.json())
    expect(await (await call('/api/contacts?preview=1')).json()).toHaveLength(1)
    const other = await call('/api/contacts', under({ ...list, name: 'Outros' }))
    expect(await errorOf(other)).toMatchObject({ status: 409, code: 'idempotency_mismatch' })
  })
})
