import { describe, expect, test } from 'vitest'
import { WEBHOOKS_MAX_COUNT } from '../../../src/contract/limits.ts'
import { campaignEventText } from '../../../src/contract/webhooks/campaign-event-body.ts'
import { CampaignEvent } from '../../../src/contract/webhooks/campaign-event-names.ts'
import { sampleData } from '../../../src/contract/webhooks/sample-event.ts'
import { aStandIn } from '../../support/daemon/stand-in.ts'
import { expectSigned } from '../../support/domain/standard-webhooks.ts'
import { anApp, asJson, errorOf } from '../../support/http/app.ts'

type Shown = {
  readonly id: string
  readonly url: string
  readonly eventos: readonly string[]
  readonly ativo: boolean
  readonly segredo?: string
}

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const HOOK = { url: 'https://loja.example/hook', eventos: ['envio.erro', 'envio.erro'] }

async function someWebhooks(options: Parameters<typeof anApp>[0] = {}) {
  const app = await anApp(options)
  const owner = await app.register()
  const add = (body: unknown) => owner.call('/api/webhooks', asJson(body))
  const list = async (): Promise<{ url: string; webhooks: Shown[] }> =>
    (await owner.call('/api/webhooks')).json()
  const added = async (body: unknown = HOOK): Promise<Shown> => (await add(body)).json()
  return { ...app, owner, add, added, list }
}

describe('webhooks for what becomes of campaigns', () => {
  test('show their secret only to who made it or changed it', async () => {
    const { add, list, owner, logged } = await someWebhooks()
    const answer = await add(HOOK)
    expect(answer.status).toBe(201)
    const made: Shown = await answer.json()
    expect(made).toMatchObject({ url: HOOK.url, eventos: ['envio.erro'], ativo: true })
    expect(made.segredo).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { segredo: _, ...shown } = made
    expect((await list()).webhooks).toEqual([shown])

    const path = `/api/webhooks/${made.id}`
    const change = async (body: unknown): Promise<Shown> =>
      (await owner.call(path, asJson(body, 'PATCH'))).json()
    expect(await change({ ativo: false, eventos: ['resposta.recebida'] })).toEqual({
      ...shown,
      ativo: false,
      eventos: ['resposta.recebida'],
      updated_at: expect.any(String),
    })
    expect((await change({ segredo: SECRET })).segredo).toBe(SECRET)
    const drawn = await change({ segredo: null })
    expect(drawn.segredo).not.toBe(SECRET)
    expect((await owner.call(path, { method: 'DELETE' })).status).toBe(204)
    expect((await list()).webhooks).toEqual([])
    const written = JSON.stringify(logged)
    for (const secret of [made.segredo, drawn.segredo, SECRET])
      expect(written).not.toContain(secret)
  })

  test('refuse what is no webhook, field by field, and more than a user may have', async () => {
    const { add, added } = await someWebhooks()
    const refused = await errorOf(
      await add({ url: 'ftp://a.example', eventos: ['envio.tudo'], segredo: 'whsec_curto' }),
    )
    expect(refused).toMatchObject({ status: 400, code: 'invalid' })
    const details = new Map(refused.details?.map(({ path, message }) => [path, message]))
    expect(details.get('url')).toContain('http://')
    expect(details.get('eventos.0')).toContain('descadastro.criado')
    expect(details.get('segredo')).toContain('24 a 64 bytes')
    const none = await errorOf(await add({ ...HOOK, eventos: [] }))
    expect(none.details).toEqual([{ path: 'eventos', message: 'Escolha ao menos um evento.' }])

    for (let count = 0; count < WEBHOOKS_MAX_COUNT; count += 1) await added()
    expect(await errorOf(await add(HOOK))).toMatchObject({ status: 422, code: 'webhook_quota' })
  })

  test('are nobody else’s', async () => {
    const { added, register } = await someWebhooks()
    const { id } = await added()
    const other = await register('Outra loja')
    const calls = [
      [`/api/webhooks/${id}`, asJson({ ativo: false }, 'PATCH')],
      [`/api/webhooks/${id}`, { method: 'DELETE' }],
      [`/api/webhooks/${id}/test`, { method: 'POST' }],
      [`/api/webhooks/${id}/deliveries`, {}],
    ] as const
    for (const [path, init] of calls) {
      const answer = await errorOf(await other.call(path, init))
      expect(answer).toMatchObject({ status: 404, code: 'campaign_webhook_not_found' })
    }
  })

  test('are tried out with one event, whose answer is shown', async () => {
    const answers = [200, 500]
    const { url, seen } = await aStandIn(() => ({ status: answers.shift() ?? 200, body: 'certo' }))
    const { added, owner } = await someWebhooks()
    const { id } = await added({ ...HOOK, url })
    const attempt = async () =>
      (await owner.call(`/api/webhooks/${id}/test`, { method: 'POST' })).json()
    const first = await attempt()
    expect(first).toMatchObject({
      ...{ entregue: true, http_status: 200, erro: null, corpo: seen[0]?.text },
      tentativa: { response_start: 'certo', response_cut: false, manual: true },
    })
    expect(seen[0]?.headers).toMatchObject(first.tentativa.request_headers)
    expect(await attempt()).toMatchObject({
      entregue: false,
      http_status: 500,
      erro: 'O webhook respondeu 500.',
    })
    expect(seen.map(({ text }) => JSON.parse(text))).toMatchObject([
      { type: 'teste', data: { mensagem: expect.any(String) } },
      { type: 'teste' },
    ])
    expect(await (await owner.call(`/api/webhooks/${id}/deliveries`)).json()).toEqual([])
  })

  test('are tried out with a sample of any event, which is the body that was shown before', async () => {
    const { url, seen } = await aStandIn(() => ({ status: 204 }))
    const { added, owner } = await someWebhooks()
    const { id } = await added({ ...HOOK, url, segredo: SECRET })
    const timestamp = '2026-01-15T12:00:00.000Z'
    for (const evento of Object.values(CampaignEvent)) {
      const given = { evento, id: 'teste-abc', timestamp }
      const answer = await owner.call(`/api/webhooks/${id}/test`, asJson(given))
      expect(await answer.json()).toMatchObject({ entregue: true })
      const { text = '', headers = {} } = seen.at(-1) ?? {}
      const data = sampleData(evento, timestamp)
      expect(text).toBe(campaignEventText({ id: 'teste-abc', type: evento, timestamp, data }))
      expect(headers['webhook-id']).toBe('teste-abc')
      expectSigned({ secret: SECRET, headers, text })
    }
    for (const given of [{ evento: 'envio.tudo' }, { id: 'a.b' }, { id: 'real' }]) {
      const refused = await owner.call(`/api/webhooks/${id}/test`, asJson(given))
      expect(await errorOf(refused)).toMatchObject({ status: 400, code: 'invalid' })
    }
  })

  test('may go on with the old secret for some hours beside the new one', async () => {
    const { add, list, owner, clock } = await someWebhooks()
    const made: Shown = await (await add({ ...HOOK, segredo: SECRET })).json()
    const path = `/api/webhooks/${made.id}`
    const renewed = await owner.call(path, asJson({ segredo: null, manter_horas: 24 }, 'PATCH'))
    const answer = await renewed.json()
    expect(answer).toMatchObject({
      segredo: expect.stringMatching(/^whsec_/),
      segredo_anterior_ate: '2026-01-16T12:00:00.000Z',
    })
    expect(answer.segredo).not.toBe(SECRET)
    expect((await list()).webhooks).toEqual([
      expect.objectContaining({ segredo_anterior_ate: '2026-01-16T12:00:00.000Z' }),
    ])
    expect(JSON.stringify(await list())).not.toContain(SECRET)
    clock.advance(24 * 3_600_000)
    expect((await list()).webhooks[0]).not.toHaveProperty('segredo_anterior_ate')
    const refused = await owner.call(path, asJson({ segredo: null, manter_horas: 73 }, 'PATCH'))
    expect(await errorOf(refused)).toMatchObject({ status: 400, code: 'invalid' })
  })

  test('reach no private address unless the server allows it', async () => {
    const { url, seen } = await aStandIn(() => ({ status: 200 }))
    const { added, owner } = await someWebhooks({ privateTargets: 'deny' })
    const { id } = await added({ ...HOOK, url })
    const answer = await owner.call(`/api/webhooks/${id}/test`, { method: 'POST' })
    expect(await answer.json()).toMatchObject({
      entregue: false,
      http_status: null,
      erro: expect.stringContaining('rede privada'),
    })
    expect(seen).toEqual([])
  })
})
