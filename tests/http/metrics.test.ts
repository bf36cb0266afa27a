import { expect, onTestFinished, test } from 'vitest'
import { newRecipient } from '../../src/domain/sending/recipient.ts'
import { createMetrics } from '../../src/http/metrics.ts'
import { keepDevice, runCampaign } from '../support/domain/kept.ts'
import { anApp } from '../support/http/app.ts'

const ana = newRecipient({ name: 'Ana', phone: '5511999990001' })

async function metricsOf(person: { call(path: string): Response | Promise<Response> }) {
  const response = await person.call('/metrics')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  return response.text()
}

test('metrics are shown to whoever is signed in, and to nobody else', async () => {
  const { register, request, ...app } = await anApp()
  expect((await request('/metrics')).status).toBe(401)
  const person = await register()
  const deviceId = await keepDevice(app, person)
  for (let count = 0; count < 3; count += 1) await runCampaign(app, person, deviceId)
  const text = await metricsOf(person)
  expect(text).toContain('disparo_devices{state="connected"} 1')
  expect(text).toContain('disparo_campaigns_running 3')
  expect(text).toMatch(/disparo_journal_bytes_total [1-9]/)
  expect(text).toMatch(/disparo_event_loop_delay_seconds\{quantile="0.99"\} [\d.e-]+/)
})

test('calls are timed by the pattern of their route, without the ids in it', async () => {
  const { register } = await anApp()
  const person = await register()
  await person.call('/api/campaigns/um-segredo')
  await person.call('/api/contacts/outro-segredo', { method: 'DELETE' })
  await person.call('/um-caminho-secreto')
  const text = await metricsOf(person)
  expect(text).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/campaigns/:id",status="404"} 1',
  )
  expect(text).toContain('route="/api/contacts/:id",status="404"')
  expect(text).toContain('route="none",status="404"')
  expect(text).not.toMatch(/segredo|secreto/)
  expect(text).not.toContain(person.id)
  expect(text).not.toContain(person.email)
})

test('what became of a recipient counts once, also where a receipt tells of it first', async () => {
  const { register, metrics } = await anApp()
  const fact = { type: 'delivered', index: 0, atMs: 5 } as const
  const after = { ...ana, status: 'accepted', sentAtMs: 5, deliveredAtMs: 5 } as const
  metrics.changed({ fact, before: ana, after })
  metrics.changed({ fact, before: after, after })
  metrics.slotTaken(3)
  metrics.campaignStarted(60_000)
  const text = await metricsOf(await register())
  expect(text).toContain('disparo_sends_total{outcome="accepted"} 1')
  expect(text).toContain('disparo_sends_total{outcome="delivered"} 1')
  expect(text).toContain('disparo_queue_lag_seconds_bucket{le="0.005",queue="slot"} 1')
  expect(text).toContain('disparo_queue_lag_seconds_sum{queue="campaign"} 60')
})

test('two daemons of one process count apart', async () => {
  const one = await anApp()
  const other = await anApp()
  const change = {
    fact: { type: 'accepted', index: 0, atMs: 5 } as const,
    before: ana,
    after: { ...ana, status: 'accepted' } as const,
  }
  one.metrics.changed(change)
  expect(await metricsOf(await other.register())).not.toContain('outcome="accepted"')
})

test('a node tells how often accounts came and went; a program that is alone has none that do', async () => {
  const metrics = createMetrics({
    devices: () => ({}),
    runningCampaigns: () => 0,
    clientVersion: () => null,
    journal: () => ({ writeCount: 0, syncCount: 0, bytes: 0 }),
    accountMoves: () => ({ taken: 3, given_back: 1 }),
  })
  onTestFinished(metrics.close)
  await metrics.text()
  const text = await metrics.text()
  expect(text).toContain('disparo_account_moves_total{kind="taken"} 3')
  expect(text).toContain('disparo_account_moves_total{kind="given_back"} 1')
  const alone = await (await anApp()).register()
  expect(await metricsOf(alone)).not.toContain('disparo_account_moves_total')
})
