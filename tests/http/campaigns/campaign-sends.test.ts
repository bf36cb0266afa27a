import { describe, expect, test } from 'vitest'
import { aSend } from '../../support/domain/builders.ts'
import { keepCampaign, keepSends, success } from '../../support/domain/kept.ts'
import { anApp, errorOf } from '../../support/http/app.ts'

async function anOwner() {
  const rest = await anApp()
  return { ...rest, person: await rest.register() }
}

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
    // text() takes away the byte order mark that is there for Excel.
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
