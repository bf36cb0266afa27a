import { describe, expect, test } from 'vitest'
import type { ContactLists } from '../../src/domain/contacts/contact-lists.ts'
import { keepCampaign } from '../support/domain/kept.ts'
import { anApp, asJson, errorOf, type Person, reportOf } from '../support/http/app.ts'

const ana = { name: 'Ana', phone: '(61) 99999-0000' }
const bia = { name: 'Bia', phone: '+55 61 98888-0000' }

type Wire = { id: string; name: string; created_at: string; contatos: string; total: number }

async function create({ call }: Person, contatos: unknown, name = 'Clientes', origem?: string) {
  return reportOf(await call('/api/contacts', asJson({ name, contatos, origem })))
}

/** Name, moment and origin of the contacts as they are kept: no answer shows the last two. */
async function stored({ read }: ContactLists, userId: string, id: string) {
  const all: [string, string, string][] = []
  for await (const { name, createdAt, origin } of read(userId, id)) {
    all.push([name, createdAt, origin])
  }
  return all
}

async function lists({ call }: Person, query = ''): Promise<Wire[]> {
  return (await call(`/api/contacts${query}`)).json()
}

async function contactsOf({ call }: Person, id: string): Promise<unknown> {
  const list: Wire = await (await call(`/api/contacts/${id}`)).json()
  return JSON.parse(list.contatos)
}

describe('creating a list', () => {
  test.each([
    ['an array', [ana, bia]],
    ['JSON text', JSON.stringify([ana, bia])],
  ])('takes contatos as %s and answers a report', async (_, contatos) => {
    const { register } = await anApp()
    const person = await register()
    const response = await person.call('/api/contacts', asJson({ name: 'Clientes', contatos }))
    expect(response.status).toBe(201)
    const report = await reportOf(response)
    expect(report).toEqual({
      id: expect.any(String),
      name: 'Clientes',
      total: 2,
      added: 2,
      duplicates: 0,
      invalid: [],
    })
    expect(await contactsOf(person, report.id)).toEqual([
      { name: 'Ana', phone: '5561999990000' },
      { name: 'Bia', phone: '5561988880000' },
    ])
  })

  test('reads phones without area code by the one that the call names', async () => {
    const { register } = await anApp()
    const person = await register()
    const contatos = [{ name: 'Ana', phone: '99999-0000' }]
    const { id } = await reportOf(
      await person.call('/api/contacts', asJson({ contatos, ddd: '31' })),
    )
    const more = [{ name: 'Bia', phone: '8000-1781' }]
    await person.call(`/api/contacts/${id}`, asJson({ contatos: more, ddd: '31' }, 'PATCH'))
    expect(await contactsOf(person, id)).toEqual([
      { name: 'Ana', phone: '5531999990000' },
      { name: 'Bia', phone: '5531980001781' },
    ])
  })

  test('counts duplicates, reports invalid rows by index, and keeps the rest', async () => {
    const { register } = await anApp()
    const person = await register()
    const report = await create(person, [
      { name: 'Sem telefone', phone: '' },
      ana,
      { name: 'Planilha', phone: '5,51199E+12' },
      { name: 'Ana de novo', phone: '61999990000' },
      { name: 'x'.repeat(201), phone: '61977770000' },
      { name: 'Curto', phone: 123 },
    ])
    expect(report).toMatchObject({ total: 1, added: 1, duplicates: 1 })
    expect(report.invalid.map(({ index, reason }) => [index, reason])).toEqual([
      [0, 'Sem telefone.'],
      [2, 'Telefone em notação científica: formate a coluna como texto na planilha.'],
      [4, 'O nome passa de 200 caracteres.'],
      [5, 'Telefone curto demais: faltam dígitos.'],
    ])
  })

  test('reads numbers as text and null as nothing, and reports what is neither', async () => {
    const { register } = await anApp()
    const person = await register()
    const report = await create(person, [
      { name: null, phone: 61999990000, campos: { cidade: null, pontos: 5 } },
      { name: 'Bia', phone: '61988880000', campos: null },
      { name: { first: 'Caio' }, phone: '61977770000' },
      { name: 'Davi', phone: null },
    ])
    expect(report.invalid.map(({ index, reason }) => [index, reason])).toEqual([
      [2, 'Nome, telefone e campos precisam ser texto.'],
      [3, 'Sem telefone.'],
    ])
    expect(await contactsOf(person, report.id)).toEqual([
      { name: '', phone: '5561999990000', campos: { cidade: '', pontos: '5' } },
      { name: 'Bia', phone: '5561988880000' },
    ])
  })

  test('stores nothing where no row is valid, and says why', async () => {
    const { register } = await anApp()
    const person = await register()
    const contatos = [{ name: 'Ana', phone: '123' }]
    const response = await person.call('/api/contacts', asJson({ name: 'Clientes', contatos }))
    expect(await errorOf(response)).toMatchObject({
      status: 400,
      code: 'no_valid_contacts',
      message: 'Adicione pelo menos um contato válido.',
      details: [{ path: 'contatos.0', message: 'Telefone curto demais: faltam dígitos.' }],
    })
    expect(await lists(person)).toEqual([])
  })

  test('gives a list without a name the date of its day in São Paulo', async () => {
    const { register, clock } = await anApp()
    // 02:00 UTC is still the evening before there.
    clock.advance(14 * 60 * 60 * 1000)
    const { name } = await create(await register(), [ana], ' ')
    expect(name).toBe('Lista de 15/01/2026')
  })

  test.each([
    ['no array', 'contatos'],
    ['broken JSON text', '[{'],
    ['an object', { name: 'Ana' }],
    ['nothing', undefined],
  ])('refuses contatos that are %s', async (_, contatos) => {
    const { register } = await anApp()
    const { call } = await register()
    const response = await call('/api/contacts', asJson({ name: 'Clientes', contatos }))
    expect(await errorOf(response)).toMatchObject({
      status: 400,
      code: 'invalid',
      details: [{ path: 'contatos', message: expect.stringContaining('lista de {name, phone}') }],
    })
  })

  test('lists the first 1,000 refused rows and counts the others', async () => {
    const { register } = await anApp()
    const bad = Array.from({ length: 1_500 }, () => ({ name: 'x', phone: '1' }))
    const report = await create(await register(), [ana, ...bad])
    expect(report.invalid).toHaveLength(1_000)
    expect(report.warnings).toEqual([
      'Há mais 500 linhas inválidas além das que aparecem neste relatório.',
    ])
  })
})

describe('where contacts come from', () => {
  test('is derived from the sign-in, where the caller does not say', async () => {
    const { register, request, storage } = await anApp()
    const person = await register()
    const { id } = await create(person, [ana])
    const append = asJson({ contatos: [bia] }, 'PATCH')
    const headers = { ...append.headers, apikey: person.apikey }
    await request(`/api/contacts/${id}`, { ...append, headers })
    const origins = (await stored(storage.lists, person.id, id)).map(([, , origin]) => origin)
    expect(origins).toEqual(['manual', 'api'])
  })

  test.each(['PATCH', 'POST'])(
    'is what the caller says, also when more come by %s',
    async (method) => {
      const { register, storage } = await anApp()
      const person = await register()
      const { id } = await create(person, [ana], 'Clientes', 'csv')
      await person.call(`/api/contacts/${id}`, asJson({ contatos: [bia], origem: 'csv' }, method))
      const origins = (await stored(storage.lists, person.id, id)).map(([, , origin]) => origin)
      expect(origins).toEqual(['csv', 'csv'])
    },
  )

  test('is refused when it is none of the three origins', async () => {
    const { register } = await anApp()
    const { call } = await register()
    const body = { name: 'Clientes', contatos: [ana], origem: 'planilha' }
    expect(await errorOf(await call('/api/contacts', asJson(body)))).toMatchObject({
      status: 400,
      code: 'invalid',
      details: [{ path: 'origem', message: 'A origem é "manual", "csv" ou "api".' }],
    })
  })
})

describe('changing a list', () => {
  test.each(['PATCH', 'POST'])('%s appends what it does not have yet', async (method) => {
    const { register } = await anApp()
    const person = await register()
    const { id } = await create(person, [ana])
    const answer = await person.call(
      `/api/contacts/${id}`,
      asJson({ contatos: [ana, bia] }, method),
    )
    expect(answer.status).toBe(200)
    expect(await reportOf(answer)).toMatchObject({ total: 2, added: 1, duplicates: 1 })
  })

  test('PUT replaces contacts and name, and keeps campos of phones that come without', async () => {
    const { register } = await anApp()
    const person = await register()
    const { id } = await create(person, [{ ...ana, campos: { cidade: 'Brasília' } }, bia])
    const body = { name: 'Novos', contatos: [{ name: 'Ana Maria', phone: ana.phone }] }
    const answer = await person.call(`/api/contacts/${id}`, asJson(body, 'PUT'))
    expect(await reportOf(answer)).toMatchObject({ name: 'Novos', total: 1 })
    expect(await contactsOf(person, id)).toEqual([
      { name: 'Ana Maria', phone: '5561999990000', campos: { cidade: 'Brasília' } },
    ])
  })

  test('PUT keeps when and from where somebody came who was there before', async () => {
    const { register, storage, clock } = await anApp()
    const person = await register()
    const { id } = await create(person, [ana], 'Clientes', 'csv')
    clock.advance(60_000)
    const body = { name: 'Clientes', contatos: [{ ...ana, name: 'Ana Maria' }, bia] }
    await person.call(`/api/contacts/${id}`, asJson(body, 'PUT'))
    expect(await stored(storage.lists, person.id, id)).toEqual([
      ['Ana Maria', '2026-01-15T12:00:00.000Z', 'csv'],
      ['Bia', '2026-01-15T12:01:00.000Z', 'manual'],
    ])
  })

  test('PUT without a name keeps the name', async () => {
    const { register } = await anApp()
    const person = await register()
    const { id } = await create(person, [ana], 'Clientes')
    const answer = await person.call(`/api/contacts/${id}`, asJson({ contatos: [bia] }, 'PUT'))
    expect(await reportOf(answer)).toMatchObject({ name: 'Clientes' })
  })

  test('PUT without a valid row leaves the list as it is', async () => {
    const { register } = await anApp()
    const person = await register()
    const { id } = await create(person, [ana])
    const answer = await person.call(`/api/contacts/${id}`, asJson({ contatos: [] }, 'PUT'))
    expect(await errorOf(answer)).toMatchObject({ code: 'no_valid_contacts' })
    expect(await contactsOf(person, id)).toHaveLength(1)
  })

  test('DELETE removes it, unless a scheduled campaign needs it', async () => {
    const { register, ...app } = await anApp()
    const person = await register()
    const { id } = await create(person, [ana])
    await keepCampaign(app, person, { contactListId: id, status: 'Agendada' })
    const refused = await person.call(`/api/contacts/${id}`, { method: 'DELETE' })
    expect(await errorOf(refused)).toMatchObject({ status: 409, code: 'list_in_use' })
    const forced = await person.call(`/api/contacts/${id}?force=true`, { method: 'DELETE' })
    expect(forced.status).toBe(204)
    expect((await person.call(`/api/contacts/${id}`)).status).toBe(404)
  })
})

describe('reading lists', () => {
  test('answers newest first, contatos as JSON text', async () => {
    const { register } = await anApp()
    const person = await register()
    const quoted = { name: 'Ana "Nina" \\ Silva\n', phone: ana.phone }
    await create(person, [quoted], 'Primeira')
    await create(person, [ana, bia], 'Segunda')
    const found = await lists(person)
    expect(found.map(({ name, total }) => [name, total])).toEqual([
      ['Segunda', 2],
      ['Primeira', 1],
    ])
    expect(JSON.parse(found[1]?.contatos ?? '')).toEqual([
      { name: 'Ana "Nina" \\ Silva', phone: '5561999990000' },
    ])
    expect(found[0]?.created_at).toBe('2026-01-15T12:00:00.000Z')
  })

  test('shows the first contacts only with preview, and the whole total', async () => {
    const { register } = await anApp()
    const person = await register()
    await create(person, [ana, bia])
    const [one] = await lists(person, '?preview=1')
    expect(JSON.parse(one?.contatos ?? '')).toHaveLength(1)
    expect(one?.total).toBe(2)
    const [none] = await lists(person, '?preview=0')
    expect(none?.contatos).toBe('[]')
  })

  test.each([
    ['a list name', 'cafe'],
    ['a contact name', 'JOAO'],
    ['a phone as it is written', '(61) 97777'],
  ])('searches %s without case and accents', async (_, q) => {
    const { register } = await anApp()
    const person = await register()
    await create(person, [{ name: 'João', phone: '61977770000' }], 'Café da manhã')
    await create(person, [ana, bia], 'Outra')
    const found = await lists(person, `?q=${encodeURIComponent(q)}`)
    expect(found.map(({ name }) => name)).toEqual(['Café da manhã'])
  })

  test('answers what a search finds in pages that lead on, and names no empty one', async () => {
    const { register, clock } = await anApp()
    const person = await register()
    for (let number = 0; number < 6; number += 1) {
      clock.advance(1000)
      const name = number % 2 === 0 ? 'João' : 'Rita'
      await create(person, [{ name, phone: '61977770000' }], `Lista ${number}`)
    }
    const first = await person.call('/api/contacts?limit=2&preview=0&q=joao')
    const namesOf = async (response: Response) => {
      const found: Wire[] = await response.json()
      return found.map(({ name }) => name)
    }
    expect(await namesOf(first)).toEqual(['Lista 4', 'Lista 2'])
    const next = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const last = await person.call(next)
    expect(await namesOf(last)).toEqual(['Lista 0'])
    expect(last.headers.get('link')).toBeNull()
    const whole = await person.call('/api/contacts?limit=3&preview=0&q=joao')
    expect(whole.headers.get('link')).toBeNull()
  })

  test('answers in pages that lead on, also when a list of the last page is deleted', async () => {
    const { register, clock } = await anApp()
    const person = await register()
    const ids: string[] = []
    for (let number = 0; number < 5; number += 1) {
      clock.advance(1000)
      ids.unshift((await create(person, [ana], `Lista ${number}`)).id)
    }
    const first = await person.call('/api/contacts?limit=2&preview=0')
    const page: Wire[] = await first.json()
    expect(page.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    const next = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    await person.call(`/api/contacts/${ids[1]}`, { method: 'DELETE' })
    const second = await person.call(next)
    const rest: Wire[] = await second.json()
    expect(rest.map(({ id }) => id)).toEqual(ids.slice(2, 4))
    expect(second.headers.get('link')).toContain('limit=2')
    const cursor = new URL(
      /<([^>]+)>/.exec(second.headers.get('link') ?? '')?.[1] ?? '',
      'http://x',
    )
    const last = await person.call(`${cursor.pathname}${cursor.search}`)
    expect(await last.json()).toHaveLength(1)
    expect(last.headers.get('link')).toBeNull()
  })

  test.each(['?limit=0', '?limit=1001', '?limit=x', '?preview=-1', '?cursor=%00', '?cursor=abc'])(
    'refuses %s',
    async (query) => {
      const { register } = await anApp()
      const { call } = await register()
      expect(await errorOf(await call(`/api/contacts${query}`))).toMatchObject({
        status: 400,
        code: 'invalid',
      })
    },
  )

  test('another user finds none of it', async () => {
    const { register } = await anApp()
    const { id } = await create(await register(), [ana])
    const other = await register()
    expect(await lists(other)).toEqual([])
    expect((await other.call(`/api/contacts/${id}`)).status).toBe(404)
    expect((await other.call(`/api/contacts/${id}/export`)).status).toBe(404)
  })
})

describe('exporting a list', () => {
  test('writes name, phone and further columns, with commas', async () => {
    const { register } = await anApp()
    const person = await register()
    const { id } = await create(
      person,
      [
        { ...ana, campos: { cidade: 'Brasília' } },
        { ...bia, campos: { plano: '=1+1' } },
        { name: 'Zoé, "Zo"', phone: '61977770000' },
      ],
      'Clientes de São Paulo',
    )
    const response = await person.call(`/api/contacts/${id}/export`)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="Clientes_de_Sao_Paulo.csv"; ' +
        "filename*=UTF-8''Clientes_de_S%C3%A3o_Paulo.csv",
    )
    expect(await response.text()).toBe(
      [
        'name,phone,cidade,plano',
        'Ana,5561999990000,Brasília,',
        "Bia,5561988880000,,'=1+1",
        '"Zoé, ""Zo""",5561977770000,,',
        '',
      ].join('\r\n'),
    )
  })

  test('writes semicolons and a byte order mark for Excel', async () => {
    const { register } = await anApp()
    const person = await register()
    const { id } = await create(person, [ana])
    const response = await person.call(`/api/contacts/${id}/export?sep=;`)
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(bytes)).toBe('name;phone\r\nAna;5561999990000\r\n')
  })

  test('keeps a name from leaving its header or its folder', async () => {
    const { register } = await anApp()
    const person = await register()
    const { id } = await create(person, [ana], '../a"\r\nx: y')
    const response = await person.call(`/api/contacts/${id}/export`)
    const disposition = response.headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^attachment; filename="\.\.-a-_x-_y\.csv"; filename\*=\S+$/)
  })
})

test('a list that cannot be read hides no other', async () => {
  const { register, dir } = await anApp()
  const person = await register()
  const { id } = await create(person, [ana], 'Inteira')
  const { id: broken } = await create(person, [bia], 'Quebrada')
  const { readdir, rm } = await import('node:fs/promises')
  for (const name of await readdir(`${dir}/lists`, { recursive: true })) {
    if (name.includes(broken)) await rm(`${dir}/lists/${name}`)
  }
  const found = await lists(person)
  expect(found.map((list) => [list.id, list.contatos === '[]'])).toEqual([
    [broken, true],
    [id, false],
  ])
  const alone = await person.call(`/api/contacts/${broken}`)
  expect(alone.status).toBe(503)
})
