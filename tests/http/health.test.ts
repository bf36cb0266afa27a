import { describe, expect, test } from 'vitest'
import { HealthJson } from '../../src/contract/service.ts'
import { createHealth } from '../../src/domain/health.ts'
import { keepDevice, runCampaign } from '../support/domain/kept.ts'
import { anApp } from '../support/http/app.ts'

describe('health', () => {
  test('tells what runs, without a sign-in', async () => {
    const { request, register, clock, ...app } = await anApp()
    const ana = await register()
    const deviceId = await keepDevice(app, ana)
    await keepDevice(app, ana, { deviceId: '5561988880002', state: 'disconnected' })
    for (let count = 0; count < 3; count += 1) await runCampaign(app, ana, deviceId)
    clock.advance(90_000)
    expect(await (await request('/health')).json()).toEqual({
      status: 'ok',
      version: '1.2.3',
      uptime: 90,
      devices: { connected: 1, total: 2 },
      campaigns: { running: 3 },
      damages: 0,
    })
  })

  test('tells of a node how many others there are, and how many accounts it has', () => {
    const cluster = { node: 'a', nodes: 3, homes: 12 }
    const { check } = createHealth({
      ...{ version: '1.2.3', isSimulated: false, now: () => 0 },
      ...{ storageOk: () => true, damageCount: () => 0, runningCampaigns: () => 0 },
      devices: () => ({ connected: 0, total: 0 }),
      cluster: () => cluster,
    })
    expect(HealthJson.parse(check())).toMatchObject({ status: 'ok', cluster })
  })

  test('answers 503 while nothing can be stored', async () => {
    const { request, breakStorage } = await anApp()
    breakStorage()
    const response = await request('/health')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ status: 'unavailable' })
  })
})
