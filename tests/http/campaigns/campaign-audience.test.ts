import { expect, test } from 'vitest'
import { keepDevice, runCampaign } from '../../support/domain/kept.ts'
import { eventually } from '../../support/eventually.ts'
import { anApp, asJson, errorOf } from '../../support/http/app.ts'

const phone = (index: number) => `55619999900${String(index).padStart(2, '0')}`

async function anOwner() {
  const app = await anApp()
  const person = await app.register()
  const makeList = async (contatos: readonly unknown[]) => {
    const made = await person.call('/api/contacts', asJson({ name: 'Lista', contatos }))
    const { id }: { id: string } = await made.json()
    return id
  }
  const preview = (body: unknown, query = '') =>
    person.call(`/api/campaigns/preview${query}`, asJson(body))
  return { ...app, person, makeList, preview }
}

test('an audience of more lists, with filters, is previewed and kept on the wire', async () => {
  const { person, makeList, preview, ...app } = await anOwner()
  const contatos = await makeList([
    { name: 'Ana', phone: phone(1), campos: { Cidade: 'Brasília' } },
    { name: 'Bia', phone: phone(2), campos: { Cidade: 'Goiânia' } },
  ])
  const other = await makeList([
    { name: 'Ana de novo', phone: phone(1), campos: { Cidade: 'BRASILIA' } },
    { name: 'Caio', phone: phone(3), campos: { Cidade: 'Brasília' } },
    { name: 'John', phone: '+14155552671', campos: { Cidade: 'Brasilia' } },
  ])
  const device_id = await keepDevice(app, person)
  const body = {
    ...{ name: 'Natal', texto: 'Oi {nome}', contatos, device_id, status: 'Agendada' },
    data_de_envio: '2030-01-01T12:00:00.000Z',
    listas: [other],
    filtro: [{ campo: 'cidade', op: 'igual', valor: 'brasilia' }],
    excluir: { dias: 7 },
  }
  expect(await (await preview(body, `?contact=${phone(3)}`)).json()).toMatchObject({
    total: 5,
    recipients: 3,
    excluded: [
      { reason: 'filtered', count: 1, sample: phone(2) },
      { reason: 'duplicate', count: 1, sample: phone(1) },
    ],
    foreign: { count: 1, sample: ['14155552671'] },
    strangers: 3,
    recent: 0,
    samples: [
      { nome: 'Caio', texto: 'Oi Caio' },
      { nome: 'Ana', texto: 'Oi Ana' },
    ],
    columns: ['Cidade'],
  })
  const made = await person.call('/api/campaigns', asJson(body))
  expect(made.status).toBe(201)
  const shown = { listas: [other], filtro: body.filtro, excluir: { dias: 7, campanhas: [] } }
  const campaign: { id: string } = await made.json()
  expect(campaign).toMatchObject(shown)
  expect(
    await errorOf(await person.call(`/api/contacts/${other}`, { method: 'DELETE' })),
  ).toMatchObject({ code: 'list_in_use' })
  const path = `/api/campaigns/${campaign.id}`
  const renamed = await person.call(path, asJson({ name: 'Ano novo' }, 'PATCH'))
  expect(await renamed.json()).toMatchObject(shown)
  const emptied = await person.call(
    path,
    asJson({ listas: null, filtro: null, excluir: null }, 'PATCH'),
  )
  expect(await emptied.json()).toMatchObject({ listas: [], filtro: [], excluir: null })
})

test.each([
  [{ listas: ['x'] }, 'list_unknown', 'listas.0', 'A lista de contatos escolhida não existe.'],
  [{ listas: 'x' }, 'invalid', 'listas', 'As listas precisam ser um array de ids.'],
  [
    { filtro: [{ campo: 'cidade', op: 'maior', valor: '1' }] },
    'invalid',
    'filtro.0.op',
    'O filtro é "igual", "diferente", "contem", "vazio" ou "preenchido".',
  ],
  [
    { filtro: [{ campo: 'cidade', op: 'igual' }] },
    'invalid',
    'filtro.0.valor',
    'Informe o valor do filtro; para colunas vazias, use "vazio" ou "preenchido".',
  ],
  [
    { excluir: { dias: 0 } },
    'invalid',
    'excluir.dias',
    'Os dias são um número inteiro de 1 a 365.',
  ],
  [
    { excluir: { campanhas: ['77'] } },
    'invalid',
    'excluir.campanhas.0',
    'Esta campanha não existe.',
  ],
])('an audience with %j is refused by field', async (audience, code, path, message) => {
  const { person, makeList, preview } = await anOwner()
  const contatos = await makeList([{ name: 'Ana', phone: phone(1) }])
  const body = { name: 'Natal', texto: 'Oi', contatos, ...audience }
  for (const response of [
    await preview(body),
    await person.call('/api/campaigns', asJson({ ...body, status: 'Rascunho' })),
  ]) {
    expect(await errorOf(response)).toMatchObject({
      status: 400,
      code,
      details: [{ path, message }],
    })
  }
})

test('a campaign cannot leave out whom it reaches itself', async () => {
  const { person, makeList } = await anOwner()
  const contatos = await makeList([{ name: 'Ana', phone: phone(1) }])
  const create = async (more = {}) => {
    const body = { name: 'Natal', texto: 'Oi', contatos, status: 'Rascunho', ...more }
    const made = await person.call('/api/campaigns', asJson(body))
    const { id }: { id: string } = await made.json()
    return id
  }
  const first = await create()
  const second = await create({ excluir: { campanhas: [first] } })
  const exclude = (...campanhas: readonly string[]) =>
    person.call(`/api/campaigns/${second}`, asJson({ excluir: { campanhas } }, 'PATCH'))
  expect(await errorOf(await exclude(first, second))).toMatchObject({
    status: 400,
    code: 'invalid',
    details: [
      { path: 'excluir.campanhas.1', message: 'Uma campanha não pode excluir a si mesma.' },
    ],
  })
  const kept = await person.call(`/api/campaigns/${second}`)
  expect(await kept.json()).toMatchObject({ excluir: { campanhas: [first] } })
})

test('a filter by a column that no list has leaves nobody, and the preview says why', async () => {
  const { makeList, preview } = await anOwner()
  const contatos = await makeList([{ name: 'Ana', phone: phone(1) }])
  const filtro = [{ campo: 'Cidade', op: 'igual', valor: 'Brasília' }]
  const response = await preview({ texto: 'Oi', contatos, filtro })
  expect({ status: response.status, body: await response.json() }).toMatchObject({
    status: 200,
    body: {
      recipients: 0,
      excluded: [{ reason: 'filtered', count: 1 }],
      warnings: [{ code: 'unknown_filter', variable: 'Cidade', count: 0 }],
    },
  })
})

test('who got a campaign of late is left out of the next one, when it is asked for', async () => {
  const { person, makeList, preview, ...app } = await anOwner()
  const device_id = await keepDevice(app, person)
  const id = await runCampaign(app, person, device_id)
  const sends = await eventually(async () => {
    const response = await person.call(`/api/campaigns/${id}/sends`)
    const tried: { contato: string; status: string }[] = await response.json()
    return tried.some(({ status }) => status === 'success') ? tried : undefined
  })
  const contatos = await makeList([
    ...sends.map(({ contato }) => ({ name: 'Já recebeu', phone: contato })),
    { name: 'Nova', phone: phone(50) },
  ])
  const body = { name: 'Outra', texto: 'Oi', contatos }
  expect(await (await preview(body)).json()).toMatchObject({ recipients: sends.length + 1 })
  for (const excluir of [{ dias: 1 }, { campanhas: [id] }]) {
    expect(await (await preview({ ...body, excluir })).json()).toMatchObject({
      recipients: 1,
      excluded: [{ reason: 'recently_sent', count: sends.length }],
    })
  }
})

test('a test sends the message of one contact to the own number, and counts in no campaign', async () => {
  const { person, makeList, ...app } = await anOwner()
  const { sent } = app.whatsapp
  const device_id = await keepDevice(app, person)
  const contatos = await makeList([
    { name: 'Ana', phone: phone(1) },
    { name: 'Bia', phone: phone(2) },
  ])
  const body = { texto: 'Oi {nome}', contatos, device_id }
  const send = (more = {}) => person.call('/api/campaigns/test', asJson({ ...body, ...more }))
  const first = await send()
  expect({ status: first.status, body: await first.json() }).toMatchObject({
    status: 200,
    body: { status: 'success', texto: 'Oi Ana', messageId: expect.any(String) },
  })
  const second = await send({ contact: phone(2), to: '(61) 98888-0000' })
  expect(await second.json()).toMatchObject({ to: '5561988880000', texto: 'Oi Bia' })
  expect(sent).toMatchObject([
    { content: { text: 'Oi Ana' } },
    { jid: '5561988880000@s.whatsapp.net', content: { text: 'Oi Bia' } },
  ])
  expect(await (await person.call('/api/campaigns')).json()).toEqual([])

  expect(await errorOf(await send({ texto: ' ', device_id: null }))).toMatchObject({
    status: 400,
    details: [
      { path: 'device_id', message: 'Escolha uma conexão de WhatsApp.' },
      { path: 'texto', message: 'Escreva o texto da mensagem.' },
    ],
  })
  expect(await errorOf(await send({ contact: phone(9) }))).toMatchObject({
    code: 'contact_unknown',
  })
  expect(await errorOf(await send({ device_id: 'outra' }))).toMatchObject({
    code: 'device_unknown',
  })
  expect(await errorOf(await send({ to: '99999-0000' }))).toMatchObject({
    code: 'invalid_phone',
    details: [{ path: 'to', message: 'Telefone sem DDD.' }],
  })
})

test('who gets a campaign is shown in parts, in the order of the campaign', async () => {
  const { person, makeList } = await anOwner()
  const people = Array.from({ length: 30 }, (_, index) => ({
    name: `Pessoa ${index}`,
    phone: phone(index),
    ...(index % 3 === 0 && { campos: { turma: 'B' } }),
  }))
  const contatos = await makeList(people)
  const other = await makeList([people[1], { name: 'Zoé', phone: phone(99) }])
  await person.call('/api/optouts', asJson({ phone: phone(4) }))
  const body = {
    ...{ contatos, listas: [other] },
    filtro: [{ campo: 'turma', op: 'diferente', valor: 'B' }],
  }
  const recipients = async (query: string) => {
    const answer = await person.call(`/api/campaigns/preview/recipients?${query}`, asJson(body))
    const { contatos: found }: { contatos: { name: string }[] } = await answer.json()
    return found.map(({ name }) => name)
  }
  const expected = people
    .map(({ name }) => name)
    .filter((_, index) => index % 3 !== 0 && index !== 4)
    .concat('Zoé')
  expect(await recipients('')).toEqual(expected)
  expect(await recipients('desde=2&limit=3')).toEqual(expected.slice(2, 5))
  expect(await recipients('desde=500')).toEqual([])
  const { register } = await anApp()
  const stranger = await register()
  const refused = await stranger.call('/api/campaigns/preview/recipients', asJson(body))
  expect(await errorOf(refused)).toMatchObject({ status: 400, code: 'list_unknown' })
})
