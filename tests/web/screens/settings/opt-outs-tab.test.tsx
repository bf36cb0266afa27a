import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { publishAppEvent } from '../../../../web/api/calls/app-events.ts'
import { passes } from '../../../support/eventually.ts'
import { aConsole, refusal } from '../../../support/web/console.tsx'

test('people who left stay where they could not be read again, and that they are old is said above them', async () => {
  const console = await aConsole()
  await console.api('POST', '/api/optouts', { phone: '5561999990031', nome: 'Ana' })
  const { user, page } = await console.open('/settings?aba=descadastrados')
  const row = await page.findByText('Ana')
  console.intercept(({ url }) =>
    url.includes('/api/optouts') ? refusal('O banco não respondeu.') : undefined,
  )
  publishAppEvent({ type: 'reset' })
  const failure = await page.findByRole('alert')
  within(failure).getByText('O banco não respondeu.')
  expect(row.isConnected).toBe(true)
  console.intercept(() => undefined)
  await user.click(within(failure).getByRole('button', { name: 'Tentar novamente' }))
  await passes(() => expect(page.queryByRole('alert')).toBeNull())
})
