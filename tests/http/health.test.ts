import { describe, expect, test } from 'vitest'
import { anApp } from '../support/http/app.ts'

describe('health', () => {
  test('tells what runs, without a sign-in', async () => {
    const { request, clock } = await anApp()
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

  test('answers 503 while nothing can be stored', async () => {
    const { request, breakStorage } = await anApp()
    breakStorage()
    const response = await request('/health')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ status: 'unavailable' })
  })
})
