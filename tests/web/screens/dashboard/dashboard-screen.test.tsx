import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keepCampaign } from '../../../support/domain/kept.ts'
import { passes } from '../../../support/eventually.ts'
import { aConsole, refusal } from '../../../support/web/console.tsx'

test.each([
  ['the numbers', '/api/dashboard'],
  ['the campaigns', '/api/campaigns'],
] as const)('where %s could not be read again, that is said and all stays', async (_, address) => {
  const console = await aConsole()
  await keepCampaign(console, console, { id: '1', name: 'Reunião', status: 'Rascunho' })
  const { user, page } = await console.open('/')
  await page.findByRole('link', { name: 'Reunião' })
  await page.findByText(/^As campanhas dos últimos 30 dias/)
  console.intercept(({ url }) =>
    new URL(url).pathname.startsWith(address) ? refusal('O banco não respondeu.') : undefined,
  )
  await user.click(page.getByRole('button', { name: 'Atualizar' }))
  const said = within(await page.findByRole('alert'))
  said.getByText('Não foi possível carregar os dados do painel.')
  said.getByText('O banco não respondeu.')
  page.getByRole('link', { name: 'Reunião' })
  page.getByText(/^As campanhas dos últimos 30 dias/)
  console.intercept(() => undefined)
  await user.click(page.getByRole('button', { name: 'Atualizar' }))
  await passes(() => expect(page.queryByRole('alert')).toBeNull())
  console.complaints.take(/Falha ao buscar os dados do painel/)
})
