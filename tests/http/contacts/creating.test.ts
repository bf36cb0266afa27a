import { describe, expect, test } from 'vitest'
import { anApp, asJson, errorOf, reportOf } from '../../support/http/app.ts'
import { ana, bia, contactsOf, create, lists, stored } from '../../support/http/contact-lists.ts'

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
