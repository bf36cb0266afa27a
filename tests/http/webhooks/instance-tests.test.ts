import { describe, expect, test } from 'vitest'
import { WebhookEventName } from '../../../src/contract/gateways/delivery.ts'
import { aStandIn } from '../../support/daemon/stand-in.ts'
import { keepDevice } from '../../support/domain/kept.ts'
import { anApp, asJson, errorOf } from '../../support/http/app.ts'

const SHOP = '5561988880000'
const path = `/api/webhooks/instances/${SHOP}/test`
const own = '/api/evolution/own/proxy/webhook/set'

async function anInstance(webhook: object | null) {
  const app = await anApp()
  const owner = await app.register()
  await keepDevice(app, owner, { deviceId: SHOP, connectionName: 'Atendimento' })
  if (webhook) await owner.call(`${own}/${SHOP}`, asJson({ webhook }))
  return { ...app, owner }
}

describe('the webhook of an instance', () => {
  test('is tried out with any event, whose body was shown before but for what is secret', async () => {
    const { url, seen } = await aStandIn(() => ({ status: 200, body: 'certo' }))
    const { owner } = await anInstance({ url: `${url}/avisos`, byEvents: true, events: ['CALL'] })
    for (const evento of WebhookEventName.options) {
      const asked = { evento, id: 'teste-abc', timestamp: '2026-01-15T12:00:00.000Z' }
      const sample = await (await owner.call(`${path}?${new URLSearchParams(asked)}`)).json()
      const answer = await (await owner.call(path, asJson(asked))).json()
      expect(answer).toMatchObject({ entregue: true, http_status: 200, corpo: sample.corpo })
      const { text = '', headers = {}, path: posted } = seen.at(-1) ?? {}
      expect(posted).toBe(`/avisos/${evento.replaceAll('.', '-')}`)
      expect(headers['x-disparo-event-id']).toBe(`${SHOP}.teste-abc`)
      const { apikey, destination, ...sent } = JSON.parse(text)
      const { apikey: hidden, destination: shown, ...said } = JSON.parse(sample.corpo)
      expect(said).toEqual(sent)
      expect(destination).toBe(shown)
      expect(hidden).not.toBe(apikey)
      expect(JSON.stringify(answer)).not.toContain(apikey)
    }
    expect(seen).toHaveLength(WebhookEventName.options.length)
    const kept = await owner.call(`/api/webhooks/deliveries?instance=${SHOP}`)
    expect(await kept.json()).toEqual([])
  })

  test('says what the receiver refused, and sends a new message where no event is named', async () => {
    const { url, seen } = await aStandIn(() => ({ status: 500 }))
    const { owner } = await anInstance({ url, enabled: false })
    const answer = await (await owner.call(path, asJson({}))).json()
    expect(answer).toMatchObject({ entregue: false, erro: 'O webhook respondeu 500.' })
    expect(JSON.parse(seen[0]?.text ?? '')).toMatchObject({
      event: 'messages.upsert',
      data: { message: { conversation: expect.any(String) } },
    })
    for (const given of [{ evento: 'envio.erro' }, { id: 'real' }]) {
      const refused = await errorOf(await owner.call(path, asJson(given)))
      expect(refused).toMatchObject({ status: 400, code: 'invalid' })
    }
  })

  test('is nobody else’s, and none at all before it is set', async () => {
    const { url, seen } = await aStandIn(() => ({ status: 200 }))
    const { register } = await anInstance({ url })
    const other = await register('Outra loja')
    const { owner } = await anInstance(null)
    for (const user of [other, owner]) {
      for (const answer of [await user.call(path), await user.call(path, asJson({}))]) {
        const refused = { status: 404, code: 'campaign_webhook_not_found' }
        expect(await errorOf(answer)).toMatchObject(refused)
      }
    }
    expect(seen).toHaveLength(0)
  })
})
