import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aConsole } from '../../../../support/web/console.tsx'

const WIDTH = 50

test('a list of many columns has the first in its table, more when asked, and the one it is filtered by', async () => {
  const console = await aConsole()
  const campos = Object.fromEntries(
    Array.from({ length: WIDTH }, (_, place) => [`Coluna ${place + 1}`, `valor ${place + 1}`]),
  )
  const contatos = [{ name: 'Ana Lima', phone: '5561999990001', campos }]
  const { id } = await console.api('POST', '/api/contacts', { name: 'Planilha', contatos })
  const { user, page } = await console.open(`/contacts/${id}`)
  const table = within(await page.findByRole('grid', { name: 'Contatos da lista' }))
  const column = (name: string) => table.queryByRole('columnheader', { name })
  await page.findByText(/^Aparecem 20 de 52 colunas/)
  expect(column('Coluna 18')).not.toBeNull()
  expect(column('Coluna 19')).toBeNull()

  const byColumn = page.getByLabelText('Filtrar pela coluna', { selector: 'select' })
  await user.selectOptions(byColumn, 'Coluna 50')
  expect(column('Coluna 50')).not.toBeNull()
  await user.selectOptions(byColumn, 'Sem filtro')
  expect(column('Coluna 50')).toBeNull()

  await user.click(page.getByRole('button', { name: 'Mostrar mais 20' }))
  expect(column('Coluna 38')).not.toBeNull()
  await user.click(page.getByRole('button', { name: 'Mostrar mais 12' }))
  expect(column('Coluna 50')).not.toBeNull()
  expect(page.queryByText(/^Aparecem/)).toBeNull()
})
