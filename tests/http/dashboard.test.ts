import { expect, test } from 'vitest'
import { DashboardJson } from '../../src/contract/dashboard.ts'
import { keepCampaign } from '../support/domain/kept.ts'
import { anApp, errorOf } from '../support/http/app.ts'

test('the dashboard has the recent campaigns in both places, and gold colours', async () => {
  const { register, ...app } = await anApp()
  const ana = await register()
  await keepCampaign(app, ana, { id: '7', name: 'Natal "2026"' })
  const response = await ana.call('/api/dashboard/stats')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  const body = await response.json()
  expect(body.stats.recentCampaigns).toEqual(body.recentCampaigns)
  expect(body.recentCampaigns).toMatchObject([
    { id: '7', name: 'Natal "2026"', nome_da_instancia: 'loja' },
  ])
  expect(body.chartData.datasets).toMatchObject([
    { label: 'Mensagens Enviadas', color: expect.stringMatching(/^#/) },
    { label: 'Mensagens Entregues', color: expect.stringMatching(/^#/) },
  ])
  // The hand-written answer is what the contract's codec reads and writes.
  expect(DashboardJson.encode(DashboardJson.decode(body))).toEqual(body)
})

test('the dashboard is private, and another user has another one', async () => {
  const { register, request, ...app } = await anApp()
  const ana = await register()
  const bia = await register()
  await keepCampaign(app, ana, { id: '7' })
  expect((await request('/api/dashboard/stats')).status).toBe(401)
  const body = await (await bia.call('/api/dashboard/stats')).json()
  expect(body.recentCampaigns).toEqual([])
  const refused = await bia.call('/api/dashboard/stats?campaignId=7')
  expect(await errorOf(refused)).toMatchObject({ status: 404, code: 'campaign_not_found' })
  expect((await ana.call('/api/dashboard/stats?campaignId=7&instanceName=')).status).toBe(200)
})

test('the dashboard of an instance leaves out the campaigns of the others', async () => {
  const { register, ...app } = await anApp()
  const ana = await register()
  await keepCampaign(app, ana, { id: '7', instanceName: 'loja' })
  await keepCampaign(app, ana, { id: '8', instanceName: 'filial' })
  const body = await (await ana.call('/api/dashboard/stats?instanceName=filial')).json()
  expect(body.recentCampaigns).toMatchObject([{ id: '8', nome_da_instancia: 'filial' }])
})

test('contacts are counted once, however many lists they are in', async () => {
  const { register } = await anApp()
  const ana = await register()
  for (const contatos of [
    [{ name: 'Ana', phone: '5511999990001' }],
    [
      { name: 'Ana', phone: '5511999990001' },
      { name: 'Bia', phone: '5511999990002' },
    ],
  ]) {
    await ana.call('/api/contacts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Lista', contatos }),
    })
  }
  const { stats } = await (await ana.call('/api/dashboard/stats')).json()
  expect(stats).toMatchObject({ totalContacts: 2, contactChange: 100 })
})

test('many recent campaigns come in pages, and their counts whole', async () => {
  const { register, ...app } = await anApp()
  const ana = await register()
  for (let id = 1; id <= 130; id += 1) await keepCampaign(app, ana, { id: String(id) })
  const seen: string[] = []
  let path: string | undefined = '/api/dashboard/stats'
  const sizes: number[] = []
  while (path !== undefined) {
    const response: Response = await ana.call(path)
    const body = await response.json()
    sizes.push(body.recentCampaigns.length)
    seen.push(...body.recentCampaigns.map(({ id }: { id: string }) => id))
    const counts: number[] = Object.values(body.recentByStatus)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(130)
    path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  expect(sizes).toEqual([100, 30])
  expect(new Set(seen).size).toBe(130)
  const few = await (await ana.call('/api/dashboard/stats?limit=5')).json()
  expect(few.recentCampaigns).toHaveLength(5)
  const refused = await ana.call('/api/dashboard/stats?limit=0')
  expect(await errorOf(refused)).toMatchObject({ status: 400, code: 'invalid' })
})
