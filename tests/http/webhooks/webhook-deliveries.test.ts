import { expect, test } from 'vitest'
import { CampaignEvent } from '../../../src/contract/webhooks/campaign-event-names.ts'
import { aStandIn } from '../../support/daemon/stand-in.ts'
import { expectSigned } from '../../support/domain/standard-webhooks.ts'
import { eventually } from '../../support/eventually.ts'
import { anApp, asJson, errorOf } from '../../support/http/app.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const PHONE = '5561999990031'

/** A webhook that has been sent the event of an opt-out. */
async function aToldWebhook(statuses: number[]) {
  const receiver = await aStandIn(() => ({
    status: statuses.shift() ?? 200,
    body: 'em manutenção',
    headers: { 'retry-after': '60' },
  }))
  const app = await anApp()
  const owner = await app.register()
  const hook = { url: `${receiver.url}/avisos?chave=1`, eventos: [CampaignEvent.optOut] }
  const made = await owner.call('/api/webhooks', asJson({ ...hook, segredo: SECRET }))
  const { id }: { id: string } = await made.json()
  await owner.call('/api/optouts', asJson({ phone: PHONE }))
  const list = async (query = '') => {
    const answer = await owner.call(`/api/webhooks/${id}/deliveries${query}`)
    const rows: { id: string; status: string; attempts: number }[] = await answer.json()
    return rows
  }
  const [delivery] = await eventually(async () => {
    const rows = await list()
    return rows[0] && rows[0].attempts > 0 ? rows : undefined
  })
  const path = `/api/webhooks/deliveries/${delivery?.id}`
  const open = async () => (await owner.call(path)).json()
  const resend = () => owner.call(`${path}/resend`, { method: 'POST' })
  return { ...app, owner, receiver, id, path, list, open, resend }
}

test('a delivery is opened with what was sent and what was answered, and by its owner alone', async () => {
  const { receiver, open, list, path, register } = await aToldWebhook([410])
  const opened = await open()
  const [request] = receiver.seen
  expect(opened).toMatchObject({
    delivery: { event: CampaignEvent.optOut, status: 'dead', attempts: 1, http_status: 410 },
    body: request?.text,
    attempts: [
      {
        ...{ http_status: 410, error: 'O webhook respondeu 410.', manual: false },
        ...{ response_start: 'em manutenção', response_cut: false },
        response_headers: { 'retry-after': '60' },
      },
    ],
  })
  expect(request?.headers).toMatchObject(opened.attempts[0].request_headers)
  expect(JSON.stringify(opened)).not.toContain('chave=1')
  expect(await list(`?q=${PHONE}`)).toHaveLength(1)
  expect(await list('?q=5561999990032')).toEqual([])
  const other = await register('Outra loja')
  for (const init of [{}, { method: 'POST' }]) {
    const strange = await other.call(init.method ? `${path}/resend` : path, init)
    expect(await errorOf(strange)).toMatchObject({ status: 404, code: 'delivery_not_found' })
  }
})

test('a delivery is sent again at once under the same id, as often as its owner likes', async () => {
  const { receiver, resend } = await aToldWebhook([410, 500, 200, 503])
  const again = async () => {
    const answer = await resend()
    expect(answer.status).toBe(200)
    return answer.json()
  }
  expect(await again()).toMatchObject({
    delivery: { status: 'dead', attempts: 1, last_error: 'O webhook respondeu 500.' },
    attempts: [{ manual: false }, { manual: true, http_status: 500 }],
  })
  expect(await again()).toMatchObject({
    delivery: { status: 'delivered', last_error: null, http_status: 200 },
    attempts: [{}, {}, { manual: true, http_status: 200, error: null }],
  })
  // A delivery that arrived stays delivered, however a further attempt ends.
  expect(await again()).toMatchObject({
    delivery: { status: 'delivered', last_error: null, http_status: 200 },
    attempts: [{}, {}, {}, { http_status: 503 }],
  })
  const ids = receiver.seen.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(1)
  for (const { headers, text } of receiver.seen) expectSigned({ secret: SECRET, headers, text })
})
