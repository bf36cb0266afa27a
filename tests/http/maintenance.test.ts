import { expect, test } from 'vitest'
import { anApp } from '../support/http/app.ts'

const png = { bytes: new Uint8Array(10), extension: 'png', mimeType: 'image/png' }

test('what is held in memory is shown, by kind and in all', async () => {
  const { register, request } = await anApp()
  const ana = await register()
  expect((await request('/debug/caches')).status).toBe(401)
  const response = await ana.call('/debug/caches')
  expect(response.status).toBe(200)
  const nothing = { count: 0, bytes: 0 }
  expect(await response.json()).toEqual({
    campaigns: nothing,
    sends: nothing,
    contacts: nothing,
    sums: nothing,
    uploads: nothing,
    total: nothing,
  })
})

test.each(['GET', 'POST'])(
  '%s /debug/auto-cleanup removes unused images of the caller',
  async (method) => {
    const { register, request, storage, clock } = await anApp()
    const ana = await register()
    const bia = await register()
    await storage.uploads.save(ana.id, png)
    clock.advance(25 * 60 * 60_000)
    expect((await request('/debug/auto-cleanup', { method })).status).toBe(401)
    expect(await (await bia.call('/debug/auto-cleanup', { method })).json()).toEqual({
      removed: 0,
      bytes: 0,
    })
    expect(await (await ana.call('/debug/auto-cleanup', { method })).json()).toEqual({
      removed: 1,
      bytes: 10,
    })
  },
)
