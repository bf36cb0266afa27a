import { test } from 'vitest'
import { publishAppEvent } from '../../../../web/api/calls/app-events.ts'
import { aConsole } from '../../../support/web/console.tsx'

test('the form counts anew those who get the campaign when a list or the opt-outs change', async () => {
  const { open, api } = await aConsole()
  const contatos = [
    { name: 'Ana', phone: '5561999990001' },
    { name: 'Bruno', phone: '5561999990002' },
  ]
  const list = await api('POST', '/api/contacts', { name: 'Pais', contatos })
  const { user, page } = await open('/campaigns/new')
  const option = await page.findByRole('option', { name: /^Pais/ })
  await user.selectOptions(page.getByLabelText('Lista'), option)
  await page.findByRole('button', { name: /Enviar agora para 2 pessoas$/ })

  const more = [{ name: 'Carla', phone: '5561999990003' }]
  await api('POST', `/api/contacts/${list.id}`, { contatos: more })
  publishAppEvent({ type: 'contact_list', id: String(list.id) })
  await page.findByRole('button', { name: /Enviar agora para 3 pessoas$/ })

  await api('POST', '/api/optouts', { phone: '5561999990001' })
  publishAppEvent({ type: 'opt_out' })
  await page.findByRole('button', { name: /Enviar agora para 2 pessoas$/ })
})
