import { expect, test } from 'vitest'
import { keepDevice, runCampaign } from '../../../support/domain/kept.ts'
import { aConsole, toast } from '../../../support/web/console.tsx'

test('cannot stop a campaign that has ended meanwhile, and goes on showing what is', async () => {
  const console = await aConsole()
  const id = await runCampaign(console, console, await keepDevice(console, console))
  const { user, page } = await console.open('/campaigns')
  await user.click(await page.findByRole('button', { name: 'Parar' }))
  await console.api('POST', `/api/campaigns/${id}/stop`)
  await user.click(await page.findByRole('button', { name: 'Sim' }))
  await page.findByText('Não foi possível parar a campanha.', toast)
  await page.findByText('Cancelada', { selector: 'article *' })
  expect(page.queryByRole('button', { name: 'Parar' })).toBeNull()
})
