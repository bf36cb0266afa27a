import { waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../../src/contract/campaigns/campaign-status.ts'
import { keepCampaign, keepDevice, keepList } from '../../../support/domain/kept.ts'
import { aConsole } from '../../../support/web/console.tsx'

test('says first what waits and why, what comes next, and which connection keeps it', async () => {
  const console = await aConsole()
  const deviceId = await keepDevice(console, console, { state: 'disconnected' })
  await keepCampaign(console, console, {
    ...{ id: '1', name: 'Natal', deviceId, status: CampaignStatus.paused, recipientCount: 40 },
    ...{ sentCount: 12, endReason: 'Pausada por você.' },
  })
  await keepCampaign(console, console, {
    ...{ id: '2', name: 'Páscoa', deviceId, status: CampaignStatus.scheduled },
    scheduledAt: '2099-03-15T12:00:00.000Z',
  })
  const { page } = await console.open('/')
  const now = within(await page.findByRole('region', { name: 'Agora' }))
  expect((await now.findByRole('status')).textContent).toMatch(
    /^Loja: desconectada\..*Sem ela não saem: Natal, Páscoa\.Ver conexões$/,
  )
  now.getByText('Pausada por você.')
  now.getByText('12', { selector: 'b' })
  expect(now.getByRole('link', { name: 'Páscoa' }).getAttribute('href')).toBe('/campaigns/2')
})

test('the panel has nothing to say where nothing runs, and no connection lacks', async () => {
  const console = await aConsole()
  await keepDevice(console, console)
  await keepCampaign(console, console, { name: 'Natal', status: CampaignStatus.done })
  const { page } = await console.open('/')
  await page.findByRole('row', { name: /^Natal/ })
  expect(page.queryByRole('region', { name: 'Agora' })).toBeNull()
})

test('asks for the numbers of as many days as were chosen, and says whom a draft is for', async () => {
  const console = await aConsole()
  const contactListId = await keepList(console, console)
  await keepCampaign(console, console, {
    name: 'Natal',
    contactListId,
    status: CampaignStatus.draft,
  })
  const { user, page } = await console.open('/')
  await user.click(await page.findByRole('button', { name: '7 dias' }))
  // The placeholder that shows while it loads is another element.
  const shownIn = (title: string) => page.getByRole('region', { name: title }).textContent
  await waitFor(() => expect(shownIn('Respostas')).toMatch(/^Respostas0.*7 dias$/))
  // Before its start a campaign is for those on its list.
  await page.findByRole('option', { name: 'Natal' })
  await user.selectOptions(page.getByLabelText('Campanha'), '1')
  await waitFor(() => expect(shownIn('Contatos Totais')).toMatch(/^Contatos Totais2/))
})
