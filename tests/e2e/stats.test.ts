import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aStand, type Stand } from '../support/daemon/stand.ts'
import { phones, registerUser, until } from '../support/daemon/user.ts'

type Figures = { readonly stats: { readonly totalMessages: number; readonly deliveryRate: number } }

describe.each(['files', 'postgres'] as const)('over %s', (storage) => {
  let stand: Stand
  beforeAll(async () => {
    stand = await aStand('figures', { storage })
  })
  afterAll(() => stand.close())

  test('the dashboard survives a kill and the deletion of its campaign, and /metrics exposes its counts', async () => {
    const user = await registerUser(stand.daemon.url())
    const device = await user.pair(stand.control, '5561988880001')
    const contatos = await user.createList(phones(30))
    const { id } = await user.createCampaign({ device_id: device, contatos })
    await user.waitForEnd(id)
    const whole = ({ stats }: Figures) => stats.totalMessages === 30 && stats.deliveryRate === 100
    await until(() => user.get<Figures>('/api/dashboard/stats'), whole)

    const metrics = await (await user.raw('/metrics')).text()
    expect(metrics).toContain('disparo_sends_total{outcome="accepted"} 30')
    expect(metrics).toContain('disparo_queue_lag_seconds_count{queue="campaign"} 1')
    expect(metrics).toContain('disparo_devices{state="connected"} 1')

    await stand.daemon.kill()
    await stand.daemon.restart()
    const again = user.at(stand.daemon.url())
    expect(whole(await again.get<Figures>('/api/dashboard/stats'))).toBe(true)
    await again.remove(`/api/campaigns/${id}`)
    await stand.daemon.kill()
    await stand.daemon.restart()
    const after = user.at(stand.daemon.url())
    expect(whole(await after.get<Figures>('/api/dashboard/stats'))).toBe(true)
  })
})
