import { describe, expect, test } from 'vitest'
import { anApp, errorOf } from '../../support/http/app.ts'
import { ana, bia, create, lists, type Wire } from '../../support/http/contact-lists.ts'

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
