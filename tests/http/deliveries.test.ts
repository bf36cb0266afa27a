import { expect, test } from 'vitest'
import { anApp, asJson, errorOf } from '../support/http/app.ts'
import { anEvent } from '../support/storage/outbox.ts'

async function aLog() {
  const app = await anApp()
  const person = await app.register()
  const put = async (number: number, instance = 'balcao') => {
    const outbox = { userId: person.id, instance }
    const id = `${instance}.${number}`
    const createdAt = new Date(Date.UTC(2026, 0, 15, 12, 0, number)).toISOString()
    await app.storage.outbox.add(outbox, anEvent({ id, createdAt }), '')
    return { outbox, id }
  }
  const putDead = async (number: number) => {
    const { outbox, id } = await put(number)
    await app.storage.outbox.note(outbox, {
      id,
      url: 'http://a.example/hook',
      status: 'dead',
      attemptCount: 6,
      lastError: 'O webhook respondeu 500.',
      httpStatus: 500,
      deliveredAt: null,
      nextAttemptAt: null,
    })
    return id
  }
  return { ...app, person, put, putDead }
}

async function idsOf(response: Response): Promise<string[]> {
  const rows: { id: string }[] = await response.json()
  return rows.map(({ id }) => id)
}

test('deliveries are listed newest first, of all instances or of one', async () => {
  const { person, put, putDead } = await aLog()
  await putDead(1)
  await put(2)
  await put(3, 'estoque')
  const all = await person.call('/api/webhooks/deliveries')
  expect(await idsOf(all)).toEqual(['estoque.3', 'balcao.2', 'balcao.1'])
  const own = await person.call('/api/webhooks/deliveries?instance=balcao&limit=1')
  expect(await own.json()).toEqual([
    {
      id: 'balcao.2',
      instance: 'balcao',
      event: 'messages.upsert',
      url: null,
      status: 'waiting',
      attempts: 0,
      last_error: null,
      http_status: null,
      created_at: '2026-01-15T12:00:02.000Z',
      delivered_at: null,
      next_attempt_at: null,
    },
  ])
  for (const query of ['instance=outra', 'instance=..%2F..', `instance=${'a'.repeat(150)}`]) {
    expect(await (await person.call(`/api/webhooks/deliveries?${query}`)).json()).toEqual([])
  }
})

test.each(['limit=0', 'limit=201', 'limit=x', 'instance='])(
  'a list of deliveries by %s is refused',
  async (query) => {
    const { person } = await aLog()
    const answer = await errorOf(await person.call(`/api/webhooks/deliveries?${query}`))
    expect(answer).toMatchObject({ status: 400, code: 'invalid' })
  },
)

test('a dead delivery is tried again by its owner, and by nobody else', async () => {
  const { person, putDead, register } = await aLog()
  const id = await putDead(1)
  const other = await register('Outra loja')
  const path = `/api/webhooks/deliveries/${id}/retry`
  const strange = await other.call(path, { method: 'POST' })
  expect(await errorOf(strange)).toMatchObject({ status: 404, code: 'delivery_not_found' })
  expect(await (await other.call('/api/webhooks/deliveries')).json()).toEqual([])

  const answer = await person.call(path, { method: 'POST' })
  expect(answer.status).toBe(202)
  expect(await answer.json()).toMatchObject({ id, status: 'waiting', attempts: 0 })
})

test('only a dead delivery is tried again', async () => {
  const { person, storage } = await aLog()
  const place = { userId: person.id, instance: 'balcao' }
  await storage.outbox.add(place, anEvent({ id: 'balcao.5' }), '')
  const again = await person.call('/api/webhooks/deliveries/balcao.5/retry', { method: 'POST' })
  expect(await errorOf(again)).toMatchObject({ status: 409, code: 'delivery_not_dead' })
})

test('deliveries are searched and paged, with their count', async () => {
  const { person, put, putDead } = await aLog()
  for (const number of [1, 2, 3]) await putDead(number)
  await put(4)
  await put(5, 'estoque')
  const page = async (query: string) => {
    const answer = await person.call(`/api/webhooks/deliveries?${query}`)
    const next = new URLSearchParams(
      /\?([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1],
    )
    return {
      ids: await idsOf(answer),
      total: answer.headers.get('x-total-count'),
      cursor: next.get('cursor'),
    }
  }
  expect(await page('status=dead&event=messages.upsert')).toMatchObject({
    ids: ['balcao.3', 'balcao.2', 'balcao.1'],
    total: '3',
    cursor: null,
  })
  const first = await page('limit=2')
  expect(first).toMatchObject({ ids: ['estoque.5', 'balcao.4'], total: '5' })
  const second = await page(`limit=2&cursor=${first.cursor}`)
  expect(second).toMatchObject({ ids: ['balcao.3', 'balcao.2'], total: '5' })
  expect(await page(`limit=2&cursor=${second.cursor}`)).toMatchObject({
    ids: ['balcao.1'],
    cursor: null,
  })
  const since = encodeURIComponent('2026-01-15T09:00:02-03:00')
  expect(await page(`since=${since}&until=2026-01-15T12:00:04Z`)).toMatchObject({ total: '2' })
  expect(await page('q=M1')).toMatchObject({ total: '5' })
  expect(await page('q=nada')).toMatchObject({ ids: [], total: '0', cursor: null })
  for (const query of [
    'status=ruim',
    'event=x',
    'since=ontem',
    'cursor=x',
    `q=${'a'.repeat(300)}`,
  ]) {
    const refused = await errorOf(await person.call(`/api/webhooks/deliveries?${query}`))
    expect(refused).toMatchObject({ status: 400, code: 'invalid' })
  }
})

test('deliveries given up are put back into the queue together, all or those of a filter', async () => {
  const { person, putDead, register } = await aLog()
  for (const number of [1, 2, 3]) await putDead(number)
  const other = await register('Outra loja')
  const retry = async (who: typeof person, body: object) => {
    const answer = await who.call('/api/webhooks/deliveries/retry', asJson(body))
    expect(answer.status).toBe(202)
    return answer.json()
  }
  const until = '2026-01-15T12:00:02.000Z'
  expect(await retry(other, { instance: 'balcao' })).toEqual({ total: 0 })
  expect(await retry(person, { instance: 'balcao', q: 'nada' })).toEqual({ total: 0 })
  expect(await retry(person, { instance: 'balcao', until })).toEqual({ total: 1 })
  expect(await retry(person, { instance: 'balcao' })).toEqual({ total: 2 })
})
