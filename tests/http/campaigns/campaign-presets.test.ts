import { describe, expect, test } from 'vitest'
import { anApp, asJson, errorOf } from '../../support/http/app.ts'

describe('sending defaults', () => {
  const recommended = {
    ...{ delay: 60, delay_max: null, janelas: [], fuso: 'America/Sao_Paulo' },
    rodape_saida: false,
  }

  test('are the recommended ones until they are set, and whole again each time', async () => {
    const { register } = await anApp()
    const { call } = await register()
    const other = await register()
    const get = async () => await (await call('/api/padroes')).json()
    expect(await get()).toEqual(recommended)
    const janelas = [{ dias: [1, 2], inicio: '08:00', fim: '24:00' }]
    const changed = { delay: 90, delay_max: 120, janelas, fuso: 'America/Manaus' }
    const answer = await call('/api/padroes', asJson({ ...changed, rodape_saida: true }, 'PUT'))
    expect(await answer.json()).toEqual({ ...changed, rodape_saida: true })
    expect(await get()).toEqual({ ...changed, rodape_saida: true })
    expect(await (await other.call('/api/padroes')).json()).toEqual(recommended)
    await call('/api/padroes', asJson({ delay: 30 }, 'PUT'))
    expect(await get()).toEqual({ ...recommended, delay: 30 })
  })

  test('that make no sense are refused by field', async () => {
    const { register } = await anApp()
    const { call } = await register()
    const janelas = [{ dias: [], inicio: '25:00', fim: '08:00' }]
    const fields = { delay: -1, janelas, fuso: 'Lua', rodape_saida: 'sim' }
    const refused = await errorOf(await call('/api/padroes', asJson(fields, 'PUT')))
    expect(refused.details?.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'delay',
        'janelas.0.dias',
        'janelas.0.inicio',
        'fuso',
        'rodape_saida',
      ]),
    )
    const shorter = await call('/api/padroes', asJson({ delay: 60, delay_max: 30 }, 'PUT'))
    expect(await errorOf(shorter)).toMatchObject({ status: 400, details: [{ path: 'delay_max' }] })
  })
})

describe('templates', () => {
  const welcome = { nome: 'Boas-vindas', texto: 'Olá, {primeiro_nome|cliente}!' }

  test('are kept, changed and deleted by their owner alone', async () => {
    const { register } = await anApp()
    const { call } = await register()
    const other = await register()
    const made = await call('/api/modelos', asJson(welcome))
    expect(made.status).toBe(201)
    const { id } = await made.json()
    const changed = await call(`/api/modelos/${id}`, asJson({ texto: 'Oi!' }, 'PATCH'))
    expect(await changed.json()).toMatchObject({ id, nome: 'Boas-vindas', texto: 'Oi!' })
    expect(await (await call('/api/modelos')).json()).toMatchObject([{ id, texto: 'Oi!' }])
    expect(await (await other.call('/api/modelos')).json()).toEqual([])
    expect((await call(`/api/modelos/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await (await call('/api/modelos')).json()).toEqual([])
  })

  test('have names of their own, whatever case and accents', async () => {
    const { register } = await anApp()
    const { call } = await register()
    await call('/api/modelos', asJson({ ...welcome, nome: 'Promoção' }))
    const { id } = await (await call('/api/modelos', asJson(welcome))).json()
    const taken = { status: 409, code: 'template_taken' }
    const twice = await call('/api/modelos', asJson({ ...welcome, nome: 'PROMOCAO' }))
    expect(await errorOf(twice)).toMatchObject(taken)
    const renamed = await call(`/api/modelos/${id}`, asJson({ nome: 'promoção' }, 'PUT'))
    expect(await errorOf(renamed)).toMatchObject(taken)
    const same = await call(`/api/modelos/${id}`, asJson({ nome: 'BOAS-VINDAS' }, 'PUT'))
    expect(same.status).toBe(200)
  })

  test('are no more than 200, and none is empty', async () => {
    const { register } = await anApp()
    const { call } = await register()
    const empty = await call('/api/modelos', asJson({ nome: ' ', texto: ' \n' }))
    expect(await errorOf(empty)).toMatchObject({
      status: 400,
      details: [
        { message: 'Informe o nome do modelo.' },
        { message: 'Escreva o texto do modelo.' },
      ],
    })
    for (let number = 0; number < 200; number += 1) {
      await call('/api/modelos', asJson({ ...welcome, nome: `Modelo ${number}` }))
    }
    const over = await call('/api/modelos', asJson(welcome))
    expect(await errorOf(over)).toMatchObject({ status: 422, code: 'template_quota' })
  })
})
