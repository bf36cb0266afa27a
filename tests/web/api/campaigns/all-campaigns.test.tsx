import '../../../support/web/dom.ts'

import { expect, test } from 'vitest'
import { keepCampaign } from '../../../../web/api/campaigns/campaign-cache.ts'
import { aCampaign } from '../../../support/domain/builders.ts'
import * as kept from '../../../support/domain/kept.ts'
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
