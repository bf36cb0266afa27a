import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aConsole } from '../../../support/web/console.tsx'

const person = {
  ...{ phone: '5561999990031', lid: null, nome: 'Ana', reason: 'SAIR', source: 'resposta' },
  ...{ campaign_id: '7', created_at: '2026-01-15T12:00:00.000Z' },
}
const byHand = {
  ...{ ...person, phone: '5561999990032', nome: 'Bia', reason: '', source: 'manual' },
  campaign_id: null,
}

test('whoever left by an answer is led to the campaign that was answered', async () => {
  const console = await aConsole()
  console.intercept(({ url }) =>
    url.includes('/api/optouts') ? Response.json([person, byHand]) : undefined,
  )
  const { page } = await console.open('/optouts')
  const link = await page.findByRole('link', { name: 'Ver a campanha que Ana respondeu' })
  expect(link.getAttribute('href')).toBe('/campaigns/7')
  const row = page.getByRole('link', { name: 'Bia' }).closest('tr')
  if (!row) throw new Error('Bia has no row')
  expect(within(row).queryByText('Ver campanha')).toBeNull()
})
