import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aStandIn } from '../../../support/daemon/stand-in.ts'
import { aConsole, refusal } from '../../../support/web/console.tsx'

type Console = Awaited<ReturnType<typeof aConsole>>

const openTab = (console: Console) => console.open('/settings?aba=webhooks')

test('a webhook is made, shows its secret once, is tried out, changed and excluded', async () => {
  const answers = [200, 500]
  const receiver = await aStandIn(() => ({ status: answers.shift() ?? 200 }))
  const console = await aConsole()
  const { user, page } = await openTab(console)
  await page.findByText('Nenhum webhook')

  await user.click(page.getByRole('button', { name: 'Novo webhook' }))
  await user.type(page.getByLabelText('Endereço'), 'ftp://loja.example')
  await user.click(page.getByRole('button', { name: 'Desmarcar todos' }))
  await user.click(page.getByRole('button', { name: 'Cadastrar webhook' }))
  await page.findByText('Escolha ao menos um evento.')
  expect(page.getByLabelText('Endereço').getAttribute('aria-invalid')).toBe('true')

  await user.clear(page.getByLabelText('Endereço'))
  await user.type(page.getByLabelText('Endereço'), receiver.url)
  await user.click(page.getByRole('checkbox', { name: /Alguém respondeu/ }))
  await user.click(page.getByRole('button', { name: 'Cadastrar webhook' }))
  const secret: HTMLInputElement = await page.findByLabelText('Segredo')
  expect(secret.value).toMatch(/^whsec_/)
  await page.findByRole('tab', { name: 'Node.js', selected: true })
  await user.click(page.getByRole('tab', { name: 'PHP' }))
  await page.findByText(/hash_equals/)
  // The test comes next.
  await user.click(page.getByRole('button', { name: 'Guardei: enviar um teste' }))
  await waitFor(() => expect(page.queryByDisplayValue(secret.value)).toBeNull())
  await page.findByRole('dialog', { name: 'Enviar um teste' })
  await user.click(page.getByText('Fechar', { selector: 'button' }))

  await page.findByText('Alguém respondeu')
  await page.findByText('Nada foi enviado ainda.')
  await user.click(page.getByRole('button', { name: 'Enviar teste' }))
  await page.findByText(/"resposta": "Quero sim!/)
  await user.click(page.getByRole('button', { name: 'Enviar agora' }))
  await page.findByText(/^O teste chegou: o endereço respondeu 200 em/)
  await user.click(page.getByRole('button', { name: 'Enviar de novo' }))
  await page.findByText('O webhook respondeu 500.')
  await page.findByText(
    /^A falha é do programa que recebe: o registro dele diz o que houve\. Demorou /,
  )
  await user.selectOptions(page.getByLabelText('Evento'), 'teste')
  await page.findByText(/Este é um evento de teste/)
  expect(page.queryByText('O webhook respondeu 500.')).toBeNull()
  await user.click(page.getByText('Fechar', { selector: 'button' }))
  expect(receiver.seen.map(({ text }) => JSON.parse(text).type)).toEqual([
    'resposta.recebida',
    'resposta.recebida',
  ])

  await user.click(page.getByRole('switch', { name: 'Ligado' }))
  await page.findByRole('switch', { name: 'Ligado', checked: false })

  await user.click(page.getByRole('button', { name: /^Ações de/ }))
  await user.click(page.getByRole('menuitem', { name: 'Editar' }))
  await user.click(page.getByRole('button', { name: 'Marcar todos' }))
  await user.click(page.getByRole('button', { name: 'Salvar webhook' }))
  await page.findByText('Todos os eventos')
  await user.click(page.getByRole('button', { name: 'Enviar um teste' }))
  await page.findByRole('dialog', { name: 'Enviar um teste' })
  await user.click(page.getByText('Fechar', { selector: 'button' }))
  const { webhooks } = await console.api('GET', '/api/webhooks')
  expect(webhooks).toMatchObject([{ ativo: false, eventos: { length: 9 } }])

  await user.click(page.getByRole('button', { name: /^Ações de/ }))
  await user.click(page.getByRole('menuitem', { name: 'Excluir' }))
  await user.click(await page.findByRole('button', { name: 'Sim' }))
  await page.findByText('Nenhum webhook')
})

test('says what failed, keeps what was typed, and reads again when asked', async () => {
  const console = await aConsole()
  console.intercept(({ url }) =>
    url.endsWith('/api/webhooks') ? refusal('Sem disco.') : undefined,
  )
  const { user, page } = await openTab(console)
  await page.findByText('Sem disco.')
  console.intercept(() => undefined)
  await user.click(page.getByRole('button', { name: 'Tentar novamente' }))
  await page.findByText('Nenhum webhook')

  await user.click(page.getByRole('button', { name: 'Novo webhook' }))
  await user.type(page.getByLabelText('Endereço'), 'https://loja.example/avisos')
  console.intercept(({ method }) => (method === 'POST' ? refusal('Sem disco.') : undefined))
  await user.click(page.getByRole('button', { name: 'Cadastrar webhook' }))
  await page.findByText('Sem disco.')
  const address: HTMLInputElement = page.getByLabelText('Endereço')
  expect(address.value).toBe('https://loja.example/avisos')
})

test('an event that did not arrive shows on the webhook and among its deliveries', async () => {
  const receiver = await aStandIn(() => ({ status: 410 }))
  const console = await aConsole()
  await console.api('POST', '/api/webhooks', {
    url: receiver.url,
    eventos: ['descadastro.criado'],
  })
  await console.api('POST', '/api/optouts', { phone: '61999990031' })
  await expect
    .poll(async () => {
      const { webhooks } = await console.api('GET', '/api/webhooks')
      const [last] = await console.api('GET', `/api/webhooks/${webhooks[0].id}/deliveries`)
      return last?.status
    })
    .toBe('dead')
  const { user, page } = await openTab(console)
  await page.findByText('Falhou')
  await user.click(page.getByRole('link', { name: 'Ver entregas' }))
  await user.click(await page.findByRole('link', { name: /Alguém não quer mais receber/ }))
  await page.findByText(/"phone": "5561999990031"/)
  expect(receiver.seen).toHaveLength(1)
  await user.click(page.getByRole('button', { name: 'Enviar de novo' }))
  await page.findByText('Enviada de novo agora: O webhook respondeu 410.')
  expect(receiver.seen).toHaveLength(2)
  await page.findByText(/à mão/)
})

test('deliveries are those of the filter in the address, which an empty list offers to clear', async () => {
  const receiver = await aStandIn(() => ({ status: 200 }))
  const console = await aConsole()
  const { id } = await console.api('POST', '/api/webhooks', {
    url: receiver.url,
    eventos: ['descadastro.criado'],
  })
  await console.api('POST', '/api/optouts', { phone: '61999990031' })
  await expect
    .poll(async () => {
      const [last] = await console.api('GET', `/api/webhooks/${id}/deliveries`)
      return last?.status
    })
    .toBe('delivered')
  const address = `/settings?aba=webhooks&webhook=${id}&resultado=dead&evento=envio.erro&periodo=dia`
  const { user, page } = await console.open(address)
  await page.findByText('Nenhuma entrega assim')
  expect(page.getByRole('button', { name: /^Falharam/ }).getAttribute('aria-pressed')).toBe('true')
  const event: HTMLSelectElement = page.getByLabelText('Evento')
  expect(event.value).toBe('envio.erro')
  await user.click(page.getByRole('button', { name: 'Limpar o filtro' }))
  await page.findByRole('link', { name: /Alguém não quer mais receber/ })
  expect(window.location.search).toBe(`?aba=webhooks&webhook=${id}`)
  await user.type(page.getByRole('searchbox'), '61 99999-0031')
  await expect.poll(() => window.location.search).toContain('busca=')
  await page.findByRole('link', { name: /Alguém não quer mais receber/ })
  await user.type(page.getByRole('searchbox'), '7')
  await page.findByText('Nenhuma entrega assim')
})
