import { expect, test } from 'vitest'
import { publishAppEvent } from '../../../../web/api/calls/app-events.ts'
import {
  forgetCampaign,
  keepCampaign,
  refreshCampaign,
} from '../../../../web/api/campaigns/campaign-cache.ts'
import { aReading, list } from '../../../../web/api/campaigns/campaign-readings.ts'
import { aCampaign } from '../../../support/domain/builders.ts'
import * as kept from '../../../support/domain/kept.ts'
import { aPromise } from '../../../support/promise.ts'
import { aConsole } from '../../../support/web/console.tsx'

test('shows all campaigns when one changes at the moment their list is asked for', async () => {
  const console = await aConsole()
  const deviceId = await kept.keepDevice(console, console)
  await kept.keepCampaign(console, console, { id: '1', name: 'Natal', deviceId })
  await kept.keepCampaign(console, console, { id: '2', name: 'Páscoa', deviceId })
  const { page } = await console.open('/campaigns')
  await keepCampaign(aCampaign({ id: '2', name: 'Carnaval', deviceId }))
  await page.findByRole('article', { name: 'Natal' })
  expect(page.queryByRole('article', { name: 'Carnaval' })).not.toBeNull()
})

test('a campaign that is deleted while it is being read again does not come back', async () => {
  const console = await aConsole()
  const deviceId = await kept.keepDevice(console, console)
  await kept.keepCampaign(console, console, { id: '1', name: 'Natal', deviceId })
  await kept.keepCampaign(console, console, { id: '2', name: 'Páscoa', deviceId })
  const { page } = await console.open('/campaigns')
  await page.findByRole('article', { name: 'Natal' })
  const read = aPromise()
  const held = aPromise()
  console.intercept(async ({ method, url, headers }) => {
    if (method !== 'GET' || !url.endsWith('/api/campaigns/1')) return undefined
    const answer = await console.request('/api/campaigns/1', { headers })
    read.keep()
    await held.promise
    return answer
  })
  const refreshed = refreshCampaign('1')
  await read.promise
  await forgetCampaign('1', () => console.api('DELETE', '/api/campaigns/1'))
  held.keep()
  await refreshed
  await keepCampaign(aCampaign({ id: '2', name: 'Carnaval', deviceId }))
  await page.findByRole('article', { name: 'Carnaval' })
  expect(page.queryByRole('article', { name: 'Natal' })).toBeNull()
})

test('what was read is fresh for every screen, until an event of it may have been missed', async () => {
  const console = await aConsole()
  await console.open('/campaigns')
  aReading().end()
  expect(list.isBehind).toBe(false)
  publishAppEvent({ type: 'reset' })
  expect(list.isBehind).toBe(true)
})
