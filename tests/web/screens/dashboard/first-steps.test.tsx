import { waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../../src/contract/campaigns/campaign-status.ts'
import { keepCampaign, keepDevice, keepList } from '../../../support/domain/kept.ts'
import { aConsole } from '../../../support/web/console.tsx'

test('before the first campaign the page is for its first steps, and nothing else calls', async () => {
  const console = await aConsole()
  await keepDevice(console, console)
  const { page } = await console.open('/')
  const steps = within(await page.findByRole('region', { name: 'Primeiros passos' }))
  steps.getByText('Um passo feito, faltam dois.')
  expect(steps.getByRole('listitem', { current: 'step' }).textContent).toMatch(/Criar lista$/)
  await page.findByText('Nenhuma campanha ainda')
  const main = within(page.getByRole('main'))
  expect(main.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    ...['Criar lista', 'Escrever campanha'],
  ])
  expect(main.queryByRole('button', { name: '30 dias' })).toBeNull()
  // The placeholder that shows while it loads is another element.
  await waitFor(() =>
    expect(page.getByRole('region', { name: 'Mensagens Enviadas' }).textContent).toBe(
      'Mensagens Enviadas0',
    ),
  )
})

test('the first steps go with the first campaign, and the numbers speak', async () => {
  const console = await aConsole()
  const deviceId = await keepDevice(console, console)
  const contactListId = await keepList(console, console)
  const status = CampaignStatus.draft
  await keepCampaign(console, console, { name: 'Natal', deviceId, contactListId, status })
  const { page } = await console.open('/')
  await page.findByRole('row', { name: /^Natal/ })
  expect(page.queryByRole('region', { name: 'Primeiros passos' })).toBeNull()
  page.getByRole('link', { name: 'Nova campanha' })
  await page.findByText('Nada enviado', { selector: '[aria-label^="Taxa"] p' })
})
