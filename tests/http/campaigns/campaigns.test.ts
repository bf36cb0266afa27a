import { describe, expect, test } from 'vitest'
import { aSend } from '../../support/domain/builders.ts'
import {
  keepCampaign,
  keepDevice,
  keepList,
  keepSends,
  runCampaign,
  success,
} from '../../support/domain/kept.ts'
import { anApp, asJson, errorOf } from '../../support/http/app.ts'

async function anOwner() {
  const rest = await anApp()
  return { ...rest, person: await rest.register() }
}

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

describe('sends', () => {
  async function withSends(count: number) {
    const owner = await anOwner()
    await keepCampaign(owner, owner.person, { name: 'Natal em família' })
    await keepSends(owner, owner.person, { sends: Array.from({ length: count }, () => ({})) })
    return owner
  }

  test('are streamed on the wire, in their order', async () => {
    const { person } = await withSends(3_000)
    const response = await person.call('/api/campaigns/1/sends')
    const sends: { id: string; contato: string; data_envio: string }[] = await response.json()
    expect(sends.map(({ id }) => id)).toEqual(
      Array.from({ length: 3_000 }, (_, place) => `1-${place + 1}`),
    )
    expect(sends[0]).toMatchObject({
      contato: '5561999990000',
      nome: 'Ana',
      status: 'success',
      data_envio: '2026-01-15T12:00:00.000Z',
      erro: null,
    })
  })

  test('of a campaign that sent nothing are an empty array', async () => {
    const { person } = await withSends(0)
    expect(await (await person.call('/api/campaigns/1/sends')).text()).toBe('[]')
  })

  test('are listed page by page', async () => {
    const { person } = await withSends(3)
    const first = await person.call('/api/campaigns/1/sends?limit=2')
    expect(await first.json()).toHaveLength(2)
    expect(first.headers.get('link')).toBe('</api/campaigns/1/sends?limit=2&cursor=2>; rel="next"')
  })

  test('come as CSV, and for Excel with semicolons', async () => {
    const { person, ...app } = await withSends(0)
    await keepSends(app, person, { text: 'Olá;\n"Ana"', sends: [{ name: '=cmd|x' }] })
    const response = await person.call('/api/campaigns/1/sends?format=csv&sep=;')
    expect(response.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''envios-Natal_em_fam%C3%ADlia.csv",
    )
    // The mark is there for Excel; the decoder of text() takes it away.
    const [header, row = ''] = (await response.text()).split('\r\n')
    expect(header).toMatch(/^id;contato;nome;status;data_envio;erro;/)
    expect(row).toContain(`;'=cmd|x;success;`)
    expect(row).toContain('"Olá;\n""Ana"""')
  })

  test('come for Excel in Portuguese, with local times, and phones that stay text', async () => {
    const { person, ...app } = await withSends(0)
    const read = [...success, { type: 'read' as const }]
    await keepSends(app, person, {
      sends: [
        { name: 'Ana', facts: read },
        { phone: '351912345678', name: '', facts: [] },
        { name: 'Bia', phone: '14155550100' },
        { name: 'Caio', phone: '14155550101', facts: [...success, { type: 'delivered' as const }] },
        {
          ...{ name: 'Dora', phone: '14155550102' },
          facts: [{ type: 'failed' as const, code: 'not_on_whatsapp' as const }],
        },
      ],
    })
    const response = await person.call('/api/campaigns/1/sends?format=excel')
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [header, first, second, third, never, ...rest] = new TextDecoder()
      .decode(bytes)
      .split('\r\n')
    expect(header).toBe(
      'Nome;Telefone;Status;Enviado em;Entregue em;Lido em;Respondeu em;Resposta;Erro;Tentativas;Mensagem',
    )
    const at = '15/01/2026 09:00:00'
    expect(first).toBe(`Ana;55 61 99999 0000;Lido;${at};${at};${at};;;;1;Olá, Ana`)
    expect(second).toBe(`Bia;1 415 555 0100;Enviado;${at};;;;;;1;Olá, Bia`)
    expect(third).toBe(`Caio;1 415 555 0101;Entregue;${at};${at};;;;;1;Olá, Caio`)
    const reason = 'Número não está no WhatsApp.'
    expect(never).toBe(`Dora;1 415 555 0102;Erro;;;;;;${reason};0;Olá, Dora`)
    expect(rest).toEqual([''])
  })

  test('come newest first, page by page, which new ones do not shift', async () => {
    const { person } = await withSends(5)
    const ids = async (query: string) => {
      const response = await person.call(`/api/campaigns/1/sends?ordem=recentes&${query}`)
      const page: { readonly id: string }[] = await response.json()
      return [page.map(({ id }) => id), response.headers.get('link')]
    }
    const next = (cursor: number) =>
      `</api/campaigns/1/sends?ordem=recentes&limit=2&cursor=${cursor}>; rel="next"`
    expect(await ids('limit=2')).toEqual([['1-5', '1-4'], next(3)])
    expect(await ids('limit=2&cursor=3')).toEqual([['1-3', '1-2'], next(1)])
    expect(await ids('limit=2&cursor=1')).toEqual([['1-1'], null])
    expect(await ids('status=delivered')).toEqual([[], null])
    expect((await ids('status=sent'))[0]).toHaveLength(5)
  })

  test.each(['format=xml', 'sep=|', 'limit=0', 'ordem=nome'])(
    'are refused for %s',
    async (query) => {
      const { person } = await withSends(1)
      const response = await person.call(`/api/campaigns/1/sends?${query}`)
      expect(await errorOf(response)).toMatchObject({ status: 400, code: 'invalid' })
    },
  )

  test('that break in the middle end the stream with an error and a line in the log', async () => {
    const { person, services, logged } = await withSends(1)
    async function* broken() {
      for (let number = 0; number < 1_000; number += 1) yield aSend({ id: String(number) })
      throw new Error('disk gone')
    }
    services.campaigns.sends = async () => ({ sends: broken(), nextCursor: null })
    const response = await person.call('/api/campaigns/1/sends')
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
    expect(logged.some(({ message }) => message === 'sends cut off')).toBe(true)
  })

  test('that break at once are an ordinary error', async () => {
    const { person, services } = await withSends(1)
    // biome-ignore lint/correctness/useYield: it fails before there is anything to yield
    async function* broken() {
      throw new Error('disk gone')
    }
    services.campaigns.sends = async () => ({ sends: broken(), nextCursor: null })
    expect((await person.call('/api/campaigns/1/sends')).status).toBe(500)
  })
})
