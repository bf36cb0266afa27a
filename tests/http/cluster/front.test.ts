import { describe, expect, test } from 'vitest'
import { api } from '../../../src/contract/api/calls.ts'
import { type Endpoint, fillPath } from '../../../src/contract/api/endpoint.ts'
import { keepDevice } from '../../support/domain/kept.ts'
import { eventually } from '../../support/eventually.ts'
import { asJson, errorOf } from '../../support/http/app.ts'
import { aCluster, aList, withToken } from '../../support/http/cluster.ts'
import { readEvents } from '../../support/http/event-reader.ts'

const endpoints: readonly Endpoint[] = Object.values(api)
const ofNodes: readonly Endpoint[] = [api.health, api.login, api.register, api.metrics]
const ofAccounts = endpoints.filter(
  (endpoint) => !endpoint.isPublic && !ofNodes.includes(endpoint) && endpoint !== api.events,
)
const names = { name: 'x', id: 'x', token: 'x', instance_name: 'x', messageId: 'x', phone: 'x' }

describe('a call of an account', () => {
  test('reaches the account at its home, whichever node the client called', async () => {
    const { first, second, third, ana, homes } = await aCluster()
    homes.set(ana.id, second)
    for (const node of [first, second, third]) {
      const made = await node.fetch('/api/contacts', aList(ana))
      expect(made.status).toBe(201)
      const { id }: { id: string } = await made.json()
      const read = await node.fetch(`/api/contacts/${id}`, withToken(ana))
      expect(await read.json()).toMatchObject({ id, name: 'Turma A', total: 1 })
    }
    expect(first.answered).toEqual([])
    expect(third.answered).toEqual([])
    expect(second.answered).toHaveLength(6)
  })

  test('is answered by no front, whatever it is', async () => {
    const { first, second, ana, homes } = await aCluster()
    homes.set(ana.id, second)
    second.answerWith(() => Response.json({}))
    for (const endpoint of ofAccounts.filter(({ path }) => !path.includes('/websocket/'))) {
      for (const method of endpoint.methods.map((each) => each.toUpperCase())) {
        const path = fillPath(endpoint.path, names)
        const before = second.answered.length
        const headers = { apikey: ana.apikey, ...asJson({}).headers }
        const body = endpoint.body || endpoint.fileField ? { body: '{}' } : {}
        const answer = await first.fetch(path, { method, headers, ...body })
        await answer.body?.cancel()
        expect(second.answered.slice(before), `${method} ${path}`).toMatchObject([{ method, path }])
      }
    }
    expect(first.answered).toEqual([])
  })

  test('says which node holds a device, whichever node the client called', async () => {
    const { first, second, third, ana, homes, ...house } = await aCluster({ nodeName: 'no-2' })
    homes.set(ana.id, second)
    await keepDevice(house, ana)
    for (const node of [first, second, third]) {
      const listed = await node.fetch('/api/whatsapp/devices', withToken(ana))
      expect(await listed.json()).toMatchObject({ devices: [{ node: 'no-2' }] })
    }
  })

  test('has the headers of every answer once, and is logged once', async () => {
    const { first, second, ana, homes } = await aCluster()
    homes.set(ana.id, second)
    const answer = await first.fetch('/api/campaigns', withToken(ana))
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
    expect(answer.headers.get('content-security-policy')).not.toContain(', ')
    const lines = [first, second].map(({ logged }) =>
      logged.filter(({ message }) => message === 'call').map(({ fields }) => fields),
    )
    expect(lines).toEqual([[expect.objectContaining({ path: '/api/campaigns', status: 200 })], []])
  })

  test('is known by the address of its client, not by that of the node in between', async () => {
    const { first, second, ana, homes } = await aCluster({ trustProxy: true })
    homes.set(ana.id, second)
    const headers = {
      'x-forwarded-for': '198.51.100.9, 203.0.113.50',
      'x-forwarded-proto': 'https',
    }
    const answer = await first.fetch('/auth/me', withToken(ana, { headers }))
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=')
    expect(second.answered).toMatchObject([{ address: '203.0.113.50', isSecure: true }])
  })

  test('comes from the gateway at a port of its own, too', async () => {
    const { first, second, ana, homes } = await aCluster()
    homes.set(ana.id, second)
    const init = { headers: { apikey: ana.apikey } }
    const answer = await fetch(`${first.gatewayUrl}/instance/fetchInstances`, init)
    expect(await answer.json()).toEqual([])
    expect(second.answered).toMatchObject([{ path: '/gateway/instance/fetchInstances' }])
    const absent = await fetch(`${first.gatewayUrl}/instance/connectionState/x`, init)
    expect(await absent.json()).toMatchObject({ status: 404, response: {} })
    const off = await fetch(`${first.gatewayUrl}/websocket/find/x`, init)
    expect([off.status, second.answered.length]).toEqual([404, 3])
  })

  test("gets the account's events at once, and stops listening with its client", async () => {
    const { first, second, ana, homes, events } = await aCluster()
    homes.set(ana.id, second)
    const stream = readEvents(await first.fetch('/api/events', withToken(ana)))
    await eventually(() => events.listenerCount(ana.id) === 1)
    const event = { type: 'device', id: '7' } as const
    events.publish(ana.id, event)
    await eventually(() => stream.events().length === 1)
    expect(stream.events()).toEqual([event])
    await stream.stop()
    await eventually(() => events.listenerCount(ana.id) === 0)
  })

  test('that has a wrong token, key or webhook is refused where it arrives', async () => {
    const { first } = await aCluster()
    const token = await first.fetch('/api/campaigns', withToken({ token: 'a.b.c' }))
    expect(await errorOf(token)).toMatchObject({ status: 401, code: 'unauthorized' })
    const key = await first.fetch('/gateway/instance/fetchInstances', { headers: { apikey: 'x' } })
    expect(key.status).toBe(401)
    const webhook = await first.fetch('/webhooks/nobody', asJson({}))
    expect(await errorOf(webhook)).toMatchObject({ status: 404, code: 'webhook_not_found' })
    expect(first.asked).toEqual([])
  })

  test('may try as many short keys as at a program that is alone', async () => {
    const { first } = await aCluster()
    const headers = { apikey: 'short' }
    const statuses = new Set<number>()
    for (let tried = 0; tried < 51; tried += 1) {
      const answer = await first.fetch('/gateway/instance/fetchInstances', { headers })
      statuses.add(answer.status)
      await answer.text()
    }
    expect([...statuses]).toEqual([401, 429])
  })
})

describe('what a gateway posts', () => {
  test('reaches the account that the token belongs to', async () => {
    const { first, second, ana, homes } = await aCluster()
    homes.set(ana.id, second)
    const listed = await first.fetch('/api/evolution', withToken(ana))
    const [gateway]: { webhook_url: string }[] = await listed.json()
    const { pathname } = new URL(gateway?.webhook_url ?? '')
    const data = {
      key: { id: 'IN1', remoteJid: '5561999990001@s.whatsapp.net', fromMe: false },
      ...{ message: { conversation: 'Oi' }, messageTimestamp: 1_700_000_000 },
    }
    const body = { event: 'messages.upsert', instance: 'Secretaria', data }
    const answer = await first.fetch(pathname, asJson(body))
    expect(await answer.json()).toEqual({ stored: 1 })
    expect(second.answered.at(-1)).toMatchObject({ path: pathname })
    expect(first.asked).toContain(ana.id)
  })
})

describe('what is nobody’s', () => {
  test('is answered by the node that was called', async () => {
    const { first, ana } = await aCluster()
    const health = await first.fetch('/health')
    expect(await health.json()).toMatchObject({ status: 'ok' })
    const credentials = { email: ana.email, password: ana.password }
    expect((await first.fetch('/auth/login', asJson(credentials))).status).toBe(200)
    const account = { name: 'Bia', email: 'bia@example.com', password: 'uma boa senha' }
    expect((await first.fetch('/auth/register', asJson(account))).status).toBe(201)
    const metrics = await first.fetch('/metrics', { headers: { apikey: ana.apikey } })
    expect(await metrics.text()).toContain('http_request_duration_seconds')
    expect(await (await first.fetch('/gateway')).json()).toMatchObject({ clientName: 'disparo' })
    expect((await first.fetch('/docs')).status).toBe(200)
    expect((await first.fetch('/', { headers: { accept: 'text/html' } })).status).toBe(200)
    expect((await first.fetch('/nada')).status).toBe(404)
    expect((await first.fetch('/uploads/nada.png')).status).toBe(404)
    expect((await first.fetch('/api/campaigns', { method: 'DELETE' })).status).toBe(405)
    expect(first.asked).toEqual([])
  })

  test('is described as a program that is alone describes it', async () => {
    const { first, request } = await aCluster()
    const alone: { paths: object } = await (await request('/openapi.json')).json()
    const front: { paths: object } = await (await first.fetch('/openapi.json')).json()
    expect(front.paths).toEqual(alone.paths)
  })
})
