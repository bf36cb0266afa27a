import { expect, test } from 'vitest'
import { aConsole, refusal } from '../../../support/web/console.tsx'

test('a new campaign begins with the defaults that were saved; a refusal keeps what was typed', async () => {
  const console = await aConsole()
  const { user, page } = await console.open('/settings?aba=padroes')
  const interval = await page.findByLabelText(/^Intervalo/)
  const save = page.getByRole('button', { name: 'Salvar padrões' })
  expect(save).toHaveProperty('disabled', true)
  await user.clear(interval)
  await user.type(interval, '90')
  await user.type(page.getByLabelText(/^Sortear/), '30')
  await user.click(page.getByRole('button', { name: 'Enviar só em certos horários' }))
  await user.click(page.getByLabelText(/^Acrescentar/))
  await user.click(save)
  await page.findByText('O intervalo máximo não pode ser menor que o intervalo.')
  await user.clear(page.getByLabelText(/^Sortear/))
  await user.type(page.getByLabelText(/^Sortear/), '120,5')
  console.intercept(({ method }) => (method === 'PUT' ? refusal('Sem disco.') : undefined))
  await user.click(save)
  await page.findByText('Sem disco.')
  expect(interval).toHaveProperty('value', '90')
  console.intercept(() => undefined)
  await user.click(save)
  await page.findByText('Padrões salvos. As próximas campanhas começam com eles.')
  expect(await console.api('GET', '/api/padroes')).toMatchObject({
    ...{ delay: 90, delay_max: 120.5, rodape_saida: true },
    janelas: [{ dias: [1, 2, 3, 4, 5], inicio: '08:00', fim: '18:00' }],
  })
  console.complaints.take(/padrões/)

  await user.click(page.getAllByRole('link', { name: 'Campanhas' })[0] ?? document.body)
  await user.click(
    (await page.findAllByRole('link', { name: /Nova campanha|Criar/i }))[0] ?? document.body,
  )
  expect(await page.findByLabelText(/^Intervalo/)).toHaveProperty('value', '90')
  page.getByText(/A cada 90 a 120,5 segundos, seg. a sex. das 08:00 às 18:00/)
})

test('the recommended values are one press away, and saved as any others', async () => {
  const console = await aConsole()
  await console.api('PUT', '/api/padroes', { delay: 15 })
  const { user, page } = await console.open('/settings?aba=padroes')
  const interval = await page.findByLabelText(/^Intervalo/)
  expect(interval).toHaveProperty('value', '15')
  await user.click(page.getByRole('button', { name: 'Usar os recomendados' }))
  expect(interval).toHaveProperty('value', '60')
  await user.click(page.getByRole('button', { name: 'Salvar padrões' }))
  await page.findByText('Padrões salvos. As próximas campanhas começam com eles.')
  expect(await console.api('GET', '/api/padroes')).toMatchObject({ delay: 60 })
})

test('a form whose defaults do not come begins with the recommended ones', async () => {
  const console = await aConsole()
  console.intercept(({ url }) => (url.endsWith('/padroes') ? refusal('Sem disco.') : undefined))
  const { page } = await console.open('/campaigns/new')
  expect(await page.findByLabelText(/^Intervalo/)).toHaveProperty('value', '60')
})

test('the theme and the size of texts are kept by the browser', async () => {
  const { open } = await aConsole()
  const { user, page } = await open('/settings?aba=aparencia')
  await user.click(await page.findByLabelText(/^Claro/))
  await user.click(page.getByLabelText(/Grande$/))
  const kept: unknown = JSON.parse(localStorage.getItem('disparo.aparencia') ?? '')
  expect(kept).toEqual({ tema: 'claro', texto: 'grande' })
  await user.click(page.getByRole('tab', { name: 'Conta' }))
  await user.click(page.getByRole('tab', { name: 'Aparência' }))
  expect(await page.findByLabelText(/^Claro/)).toHaveProperty('checked', true)
  localStorage.removeItem('disparo.aparencia')
})
