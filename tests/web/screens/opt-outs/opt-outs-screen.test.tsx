import { expect, test } from 'vitest'
import { aConsole } from '../../../support/web/console.tsx'

test('without opt-outs each way to add one is offered once', async () => {
  const { open } = await aConsole()
  const { page } = await open('/optouts')
  await page.findByText('Ninguém pediu para não receber')
  expect(page.getAllByRole('button', { name: 'Incluir pessoa' })).toHaveLength(1)
  expect(page.queryByRole('button', { name: 'Exportar' })).toBeNull()
  expect(page.queryByLabelText(/^Buscar/)).toBeNull()
})
