import { expect, test } from 'vitest'
import { aConsole, refusal, toast } from '../../../support/web/console.tsx'

test('an interval of 60 seconds is recommended, and set where nobody chooses', async () => {
  const { open } = await aConsole()
  const { page } = await open('/campaigns/new')
  await page.findByText('Recomendado: 60')
  expect(page.getByLabelText(/^Intervalo/)).toHaveProperty('value', '60')
})

test('says in its own words that a campaign was not created when the server says nothing', async () => {
  const { open, intercept } = await aConsole()
  const { user, page } = await open('/campaigns/new')
  await user.type(await page.findByLabelText('Nome da campanha'), 'Aurora')
  intercept(({ url, method }) => {
    if (method === 'POST' && url.endsWith('/api/campaigns')) throw new TypeError('no network')
    return undefined
  })
  await user.click(page.getByRole('button', { name: 'Salvar Rascunho' }))
  await page.findByText('Erro ao criar campanha: Falha ao criar campanha. Tente novamente.', toast)
  intercept(({ url, method }) =>
    method === 'POST' && url.endsWith('/api/campaigns') ? refusal('Sem disco.') : undefined,
  )
  await user.click(page.getByRole('button', { name: 'Salvar Rascunho' }))
  await page.findByText('Erro ao criar campanha: Sem disco.', toast)
  expect(page.getByLabelText('Nome da campanha')).toHaveProperty('value', 'Aurora')
})
