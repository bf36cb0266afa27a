import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { keepCampaign, keepDevice, keepList, runCampaign } from '../../support/domain/kept.ts'
import { anApp, asJson, errorOf } from '../../support/http/app.ts'

async function anOwner() {
  const rest = await anApp()
  return { ...rest, person: await rest.register() }
}

async function idsOf(response: Response): Promise<readonly string[]> {
  return Answered.parse(await response.json()).map(({ id }) => id)
}

const Answered = z.array(z.object({ id: z.string() }))

describe('campaigns', () => {
  test('are created from the wire and answered on it', async () => {
    const { person, ...app } = await anOwner()
    const contatos = await keepList(app, person)
    const device_id = await keepDevice(app, person)
    const response = await person.call(
      '/api/campaigns',
      asJson({
        name: ' Natal ',
        texto: 'Feliz Natal',
        imagem: null,
        data_de_envio: '2026-11-21T10:00:00-03:00',
        contatos,
        delay: 1.5,
        status: 'Agendada',
        device_id,
        nome_da_instancia: 'loja',
        apikey_da_instancia: 'x',
      }),
    )
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({ name: 'Natal', texto: 'Feliz Natal', delay: 1.5 })
  })

  test('that are under way are answered alone, a page at a time', async () => {
    const { person, ...app } = await anOwner()
    const statuses = ['Concluída', 'Agendada', 'Rascunho', 'Pausada', 'Em Andamento'] as const
    for (const [place, status] of statuses.entries()) {
      await keepCampaign(app, person, { id: String(place + 1), status })
    }
    expect(await idsOf(await person.call('/api/campaigns?abertas=true'))).toEqual(['5', '4', '2'])
    expect(await idsOf(await person.call('/api/campaigns?abertas=false'))).toHaveLength(5)
    const first = await person.call('/api/campaigns?abertas=true&limit=2')
    const [, next = ''] = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? []
    expect(await idsOf(first)).toEqual(['5', '4'])
    expect(await idsOf(await person.call(next))).toEqual(['2'])
    const other = await app.register()
    expect(await idsOf(await other.call('/api/campaigns?abertas=true'))).toEqual([])
  })

  test('of the wanted statuses are answered alone, a page at a time', async () => {
    const { person, ...app } = await anOwner()
    const statuses = ['Concluída', 'Agendada', 'Rascunho', 'Concluída', 'Em Andamento'] as const
    for (const [place, status] of statuses.entries()) {
      await keepCampaign(app, person, { id: String(place + 1), status })
    }
    const list = (query: Record<string, string>) =>
      person.call(`/api/campaigns?${new URLSearchParams(query)}`)
    expect(await idsOf(await list({ status: 'Concluída' }))).toEqual(['4', '1'])
    const first = await list({ status: 'Rascunho, Concluída', limit: '2' })
    const [, next = ''] = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? []
    expect(await idsOf(first)).toEqual(['4', '3'])
    const last = await person.call(next)
    expect(await idsOf(last)).toEqual(['1'])
    expect(last.headers.get('link')).toBeNull()
    expect(await idsOf(await list({ status: 'Concluída,Agendada', abertas: '1' }))).toEqual(['2'])
    const other = await app.register()
    expect(await idsOf(await other.call('/api/campaigns?status=Rascunho'))).toEqual([])
    expect(await errorOf(await list({ status: 'Pronta' }))).toMatchObject({
      status: 400,
      details: [{ path: 'status.0', message: expect.stringContaining('Rascunho, Agendada') }],
    })
  })

  test.each([
    [{ texto: 'x' }, 'name', 'Informe o nome da campanha.'],
    [{ name: 'x', delay: -1 }, 'delay', 'O intervalo não pode ser negativo.'],
    [
      { name: 'x', data_de_envio: '2026-11-21T10:00:00' },
      'data_de_envio',
      'Informe a data com fuso horário, por exemplo 2026-11-21T10:00:00-03:00.',
    ],
    [
      { name: 'x', status: 'Cancelada' },
      'status',
      'O status de uma campanha nova é Rascunho, Agendada ou Imediata.',
    ],
  ])('with %j are refused by field', async (body, path, message) => {
    const { person } = await anOwner()
    expect(await errorOf(await person.call('/api/campaigns', asJson(body)))).toMatchObject({
      status: 400,
      code: 'invalid',
      details: [{ path, message }],
    })
  })

  test('are looked at before they are made, on the wire', async () => {
    const { person } = await anOwner()
    const list = await person.call(
      '/api/contacts',
      asJson({ name: 'Clientes', contatos: [{ name: 'Ana', phone: '5561999990001' }] }),
    )
    const { id }: { id: string } = await list.json()
    const body = { name: 'Natal', texto: 'Oi {nome}, {x}', contatos: id, delay: 60 }
    const response = await person.call('/api/campaigns/preview', asJson(body))
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      total: 1,
      recipients: 1,
      excluded: [],
      samples: [{ phone: '5561999990001', texto: 'Oi Ana, {x}' }],
      warnings: [{ code: 'unknown_variable', variable: '{x}', count: 1 }],
      starts_at: '2026-01-15T12:00:00.000Z',
      ends_at: '2026-01-15T12:00:00.000Z',
      columns: [],
    })
    const gone = { ...body, contatos: 'x' }
    expect(await errorOf(await person.call('/api/campaigns/preview', asJson(gone)))).toMatchObject({
      status: 400,
      code: 'list_unknown',
    })
  })

  test.each(['/api/campaigns', '/api/campaigns/with-stats'])(
    'are listed whole at %s',
    async (path) => {
      const { person, ...app } = await anOwner()
      for (let id = 1; id <= 150; id += 1) await keepCampaign(app, person, { id: String(id) })
      const response = await person.call(path)
      expect(await response.json()).toHaveLength(150)
      expect(response.headers.get('link')).toBeNull()
    },
  )

  test('are listed in pages where a page is asked for', async () => {
    const { person, ...app } = await anOwner()
    for (let id = 1; id <= 5; id += 1) await keepCampaign(app, person, { id: String(id) })
    const seen: string[] = []
    let path: string | undefined = '/api/campaigns?limit=2'
    while (path !== undefined) {
      const response: Response = await person.call(path)
      const page: { id: string }[] = await response.json()
      seen.push(...page.map(({ id }) => id))
      path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(['5', '4', '3', '2', '1'])
  })

  test.each(['POST', 'PUT'])('can be stopped by %s', async (method) => {
    const { person, ...app } = await anOwner()
    await keepCampaign(app, person, { status: 'Em Andamento' })
    const stopped = await person.call('/api/campaigns/1/stop', { method })
    expect(await stopped.json()).toMatchObject({ status: 'Cancelada' })
    const again = await person.call('/api/campaigns/1/stop', { method })
    expect(await errorOf(again)).toMatchObject({ status: 409, code: 'not_running' })
  })

  test('are paused and resumed, and a paused one can be stopped', async () => {
    const { person, ...app } = await anOwner()
    const id = await runCampaign(app, person, await keepDevice(app, person))
    const post = (action: string) =>
      person.call(`/api/campaigns/${id}/${action}`, { method: 'POST' })

    expect(await errorOf(await post('resume'))).toMatchObject({ status: 409, code: 'not_paused' })
    expect(await (await post('pause')).json()).toMatchObject({ status: 'Pausada', espera: null })
    expect(await errorOf(await post('pause'))).toMatchObject({ status: 409, code: 'not_pausable' })
    const shown = await person.call(`/api/campaigns/${id}`)
    expect(await shown.json()).toMatchObject({ status: 'Pausada', finished_at: null })
    expect(await (await post('resume')).json()).toMatchObject({ status: 'Em Andamento' })
    await post('pause')
    expect(await (await post('stop')).json()).toMatchObject({ status: 'Cancelada' })
  })

  test.each(['PATCH', 'PUT'])('change by %s with part of the payload', async (method) => {
    const { person, ...app } = await anOwner()
    await keepCampaign(app, person)
    const response = await person.call('/api/campaigns/1', asJson({ name: 'Páscoa' }, method))
    expect(await response.json()).toMatchObject({ id: '1', name: 'Páscoa', texto: 'Feliz Natal' })
  })

  test('are read one by one, and deleted for good', async () => {
    const { person, ...app } = await anOwner()
    await keepCampaign(app, person, { name: 'Natal' })
    const one = await person.call('/api/campaigns/1')
    expect(await one.json()).toMatchObject({ id: '1', name: 'Natal', status: 'Rascunho' })
    const remove = () => person.call('/api/campaigns/1', { method: 'DELETE' })
    const removed = await remove()
    expect([removed.status, await removed.text()]).toEqual([204, ''])
    expect(await errorOf(await remove())).toMatchObject({
      status: 404,
      code: 'campaign_not_found',
      message: 'Campanha não encontrada.',
    })
  })

  test.each(['GET', 'POST'])('that are due start by %s', async (method) => {
    const { person, ...app } = await anOwner()
    await keepCampaign(app, person, {
      status: 'Agendada',
      scheduledAt: '2026-01-15T12:00:00.000Z',
      deviceId: await keepDevice(app, person),
      contactListId: await keepList(app, person),
    })
    const response = await person.call('/processScheduledMessages', { method })
    expect(await response.json()).toEqual({ started: ['1'] })
  })
})
