import { expect, test } from 'vitest'
import { passes } from '../../../support/eventually.ts'
import { aConsole } from '../../../support/web/console.tsx'

test('a list leads to a campaign for it, unless nobody is on it', async () => {
  const console = await aConsole()
  const ana = { name: 'Ana', phone: '5561999990001' }
  const bia = { name: 'Bia', phone: '5561999990002' }
  const { id } = await console.api('POST', '/api/contacts', {
    name: 'Vazia',
    contatos: JSON.stringify([ana, bia]),
  })
  // Moves all its contacts to another list.
  await console.api('POST', `/api/contacts/${id}/rows/move`, {
    contatos: [ana.phone, bia.phone],
    name: 'Turma da manhã',
  })
  const { user, page } = await console.open('/contacts')
  await user.click(await page.findByRole('link', { name: /^Nova campanha para.*Turma da manhã$/ }))
  const field: HTMLSelectElement = await page.findByLabelText('Lista')
  await passes(() => expect(field.selectedOptions[0]?.textContent).toMatch(/^Turma da manhã/))
  history.back()
  await page.findByRole('link', { name: 'Vazia' })
  expect(page.queryByRole('link', { name: /^Nova campanha para.*Vazia$/ })).toBeNull()
})
